/** The install config that no caller can name another for, and the only one that can seal an install. */
export const systemConfig = "/etc/interlock/config.yaml";
