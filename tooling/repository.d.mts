/** Fields of a manifest that follow from the address of the repository. */
export interface AddressFields {
  readonly repository: { readonly type: 'git'; readonly url: string; readonly directory: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
}

export declare function repositoryAddress(remote: string): string;
export declare function addressFields(address: string, folder: string): AddressFields;
export declare function writeAddresses(address: string, packages: string): string[];
export declare function originOf(folder: string): string;
