import type { Random } from './random.ts'

export type Slots = Readonly<Record<string, string | number | readonly string[] | (() => string | number)>>

/**
 * Fills a template: `{symptom}` takes a slot (a list gives one of its members, a function its answer),
 * `{mild|moderate}` takes one of the alternatives, `{20..45}` a number. What a slot gives may itself be a
 * template.
 */
export function say(random: Random, template: string, slots: Slots = {}): string {
  let text = template
  for (let depth = 0; depth < 4 && text.includes('{'); depth++) {
    text = text.replace(/\{([^{}]+)\}/g, (_whole, name: string) => fillSlot(random, name, slots))
  }
  return text
}

/** Says templates of a bank in an order that repeats none until all have been said. */
export function speaker(random: Random, bank: readonly string[]): (slots?: Slots) => string {
  let left: string[] = []
  return (slots) => {
    if (left.length === 0) left = random.sample(bank, bank.length)
    return sentences(say(random, left.pop() ?? '', slots))
  }
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Every sentence of a text with its capital letter. */
function sentences(text: string): string {
  return capitalised(text)
    .replace(
      /([a-z\d)%][.?!] )([a-z])/g,
      (_whole, stop: string, letter: string) => stop + letter.toUpperCase(),
    )
    .replaceAll('..', '.')
}

export function listed(items: readonly string[], word = 'and'): string {
  if (items.length < 2) return items[0] ?? ''
  if (items.length === 2) return `${items[0]} ${word} ${items[1]}`
  return `${items.slice(0, -1).join(', ')}, ${word} ${items.at(-1)}`
}

function fillSlot(random: Random, name: string, slots: Slots): string {
  const slot = slots[name]
  if (typeof slot === 'function') return String(slot())
  if (typeof slot === 'string' || typeof slot === 'number') return String(slot)
  if (slot !== undefined) return random.pick(slot)
  if (name.includes('|')) return random.pick(name.split('|'))
  const range = /^(\d+)\.\.(\d+)$/.exec(name)
  if (range) return String(random.int(Number(range[1]), Number(range[2])))
  throw new Error(`no slot named "${name}"`)
}
