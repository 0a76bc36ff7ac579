import { diffArrays, diffWordsWithSpace } from 'diff'

/** How words are compared: one library for all. */
export const wordDiff = () => ({ diffArrays, diffWordsWithSpace })
