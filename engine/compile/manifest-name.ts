/** The file that makes a folder a plugin. */
export const manifestName = "plugin.yaml";
