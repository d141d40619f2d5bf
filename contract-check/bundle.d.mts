/** Bundles the contract check into `folder`. Returns the path of the file. */
export function bundleContractCheck(folder: string): Promise<string>;
