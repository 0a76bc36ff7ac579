/**
 * The root that the forms of an English word share: plurals, -ed, -ing and possessives, by the rules of the
 * Snowball English stemmer, steps 1 and 5. Its other steps join words of different meaning (`organ` and
 * `organization`, `general` and `generation`), which a reader of evidence must be able to tell apart.
 */
export function rootOf(word: string): string {
  const known = roots.get(word)
  if (known !== undefined) return known
  if (!/^[a-z]{3,40}$/.test(word)) return word
  const root = findRoot(word)
  if (roots.size >= mostRoots) roots.clear()
  if (word.length <= longestKept) roots.set(word, root)
  return root
}

/** Pages share most of their words, and a root takes a dozen comparisons to find. */
const roots = new Map<string, string>()
const mostRoots = 50_000
/** V8 makes a longer slice a view of its text, and would keep the whole page with it. */
const longestKept = 12

function findRoot(word: string): string {
  const irregular = irregulars.get(word)
  if (irregular) return irregular
  if (whole.has(word)) return word
  if (/[aeiouy]sis$/.test(word)) return word.slice(0, -2)
  const singular = withoutPlural(word)
  if (whole.has(singular)) return singular
  return withoutFinal(withoutY(withoutTense(singular)))
}

/** What every form of a root begins with. */
export function sharedBeginning(root: string): string {
  return irregularRoots.has(root) ? root.charAt(0) : root.slice(0, Math.max(1, root.length - 1))
}

const irregulars = new Map([
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['men', 'man'],
  ['women', 'woman'],
  ['children', 'child'],
  ['criteria', 'criterion'],
])
const irregularRoots = new Set(irregulars.values())

/** Words that only look like a form of another: the armed forces are no arm, and John Doe is no verb. */
const whole = new Set([
  'armed',
  'does',
  'evening',
  'exceed',
  'news',
  'outing',
  'proceed',
  'succeed',
  'united',
])

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[sd]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (/[us]s$/.test(word)) return word
  if (/[aeiouy].+s$/.test(word)) return word.slice(0, -1)
  return /..ae$/.test(word) && word.length > 4 ? word.slice(0, -1) : word
}

function withoutTense(word: string): string {
  if (/eed$/.test(word)) return firstRegion(word) <= word.length - 3 ? word.slice(0, -1) : word
  const bare = word.replace(/(?:ed|ing)$/, '')
  if (bare === word || !/[aeiouy]/.test(bare)) return word
  if (/(?:at|bl|iz)$/.test(bare)) return `${bare}e`
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(bare)) return bare.slice(0, -1)
  return firstRegion(bare) >= bare.length && endsShort(bare) ? `${bare}e` : bare
}

function withoutY(word: string): string {
  return /.[^aeiouy]y$/.test(word) ? `${word.slice(0, -1)}i` : word
}

function withoutFinal(word: string): string {
  const bare = word.slice(0, -1)
  const first = firstRegion(word)
  const second = first + firstRegion(word.slice(first))
  if (word.endsWith('e') && (bare.length >= second || (bare.length >= first && !endsShort(bare)))) return bare
  return word.endsWith('ll') && bare.length >= second ? bare : word
}

/** Where the part after the first consonant that follows a vowel begins. */
function firstRegion(word: string): number {
  const found = /[aeiouy][^aeiouy]/.exec(word)
  return found ? found.index + 2 : word.length
}

function endsShort(word: string): boolean {
  return /(?:^[aeiouy]|[^aeiouy][aeiouy])[^aeiouywx]$/.test(word)
}
