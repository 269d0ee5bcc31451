import type { NextConfig } from 'next';

/** The server's half of the package has files of its own; Next leaves it where it is. */
const config: NextConfig = { serverExternalPackages: ['countersign'] };
export default config;
