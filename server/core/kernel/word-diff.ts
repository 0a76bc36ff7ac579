import { createRequire } from 'node:module'

type Library = typeof import('diff')

let library: Library | undefined

/** Loaded when words are first compared. */
export function wordDiff(): Pick<Library, 'diffArrays' | 'diffWordsWithSpace'> {
  library ??= createRequire(import.meta.url)('diff') as Library
  return library
}
