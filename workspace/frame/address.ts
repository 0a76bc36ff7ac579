import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * The query of an address: words as they were typed, lists as JSON. Values are read as text only, because people search
 * for `1969` and `"left knee"`; each screen interprets its own parameters.
 */
export const readSearch = parseSearchWith((text) => text)
export const writeSearch = stringifySearchWith(JSON.stringify)
