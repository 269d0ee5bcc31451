/** The server's half of the package has files of its own; Next leaves it where it is. */
export default { serverExternalPackages: ['countersign'] };
