import { PDF } from '@libpdf/core'

/** The pages of a letter that was typeset here. */
export async function countPages(paper: Uint8Array): Promise<number> {
  return (await PDF.load(paper)).getPages().length
}
