/**
 * An address for people to read: without the user and the password in it, which a log is not to keep. git does the same
 * (transport_anonymize_url in transport.c). `git@host:path` has no password, and stays.
 */
export function shownAddress(url: string): string {
  return url.replace(/^([A-Za-z0-9+.-]+:\/\/)[^/]*@/, "$1");
}
