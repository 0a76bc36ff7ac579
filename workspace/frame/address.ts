import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * How what is asked stands in the address: words as they were typed, lists as JSON. Nothing is read as anything but text
 * here, because `1969` and `"left knee"` are words that somebody looks for; each screen knows what its own parts mean.
 */
export const readSearch = parseSearchWith((text) => text)
export const writeSearch = stringifySearchWith(JSON.stringify)
