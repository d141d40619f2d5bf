/** Bundles the contract check into `folder`. Returns the path of the file. */
export function bundleCheck(folder: string): Promise<string>;
