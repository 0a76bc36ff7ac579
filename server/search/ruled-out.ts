import type { Pattern, Query } from './query.ts'

/**
 * Tells of most pages that lack a phrase that they lack it, from the text as it is and many times faster than by
 * verifying: the letters and digits of the phrase must follow each other, whatever else stands between. It rules
 * out nothing that is a hit. Undefined where the query gives it nothing to go by.
 */
export function ruledOut(query: Query): ((text: string) => boolean) | undefined {
  const groups = query.required.flatMap((terms) => {
    const sources = terms.flatMap(({ patterns }) => patterns.map(sourceOf))
    return sources.every((source) => source !== undefined) ? [new RegExp(sources.join('|'), 'i')] : []
  })
  if (groups.length === 0) return undefined
  return (text) => !foldable.test(text) && groups.some((group) => !group.test(text))
}

/** Neither plain nor a mark that stays one: what may become a letter or a digit when the text is normalised. */
const foldable = /[^\0-\x7f\xa0-\xa9\xab-\xb1\xb4\xb6\xb7\u2010-\u2022\u2026\u20ac]/

/** The tokens tell of a single word whether it is there; the forms of a word have no spelling in common. */
function sourceOf(pattern: Pattern): string | undefined {
  if (pattern.length < 2 || pattern.some(({ match }) => match !== 'exact')) return undefined
  const characters = pattern.map(({ text }) => text).join('')
  return /^[a-z0-9]+$/.test(characters) ? [...characters].join('[^a-z0-9]*') : undefined
}
