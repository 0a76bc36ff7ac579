import type { IsoDate } from '../calendar.ts'
import { yearOf } from '../calendar.ts'
import { slotsFor } from '../language/slots.ts'
import { type Slots, speaker } from '../phrase.ts'
import type { Claim } from '../story.ts'
import type { Draft } from './kind.ts'

/** Says sentences of a bank about a claim on a day, none twice before all were said. */
export type Voice = (claim: Claim, date?: IsoDate) => string

export function voice(draft: Draft, bank: readonly string[], more: Slots = {}): Voice {
  const sayable = bank.filter((template) => existed(template, yearOf(draft.date)))
  const speak = speaker(draft.random, sayable.length > 0 ? sayable : bank)
  let known: { claim: Claim; date: IsoDate; slots: Slots } | undefined
  return (claim, date = draft.date) => {
    if (known?.claim !== claim || known.date !== date) {
      known = { claim, date, slots: { ...slotsFor(draft.random, draft.story, claim, date), ...more } }
    }
    return speak(known.slots)
  }
}

export function paragraphOf(say: Voice, claim: Claim, count: number, date?: IsoDate): string {
  return Array.from({ length: count }, () => say(claim, date)).join(' ')
}

/** Nobody cites a judgment before it was given, nor a form before it was printed. */
function existed(template: string, year: number): boolean {
  if (/10182|20-0995/.test(template)) return year >= 2019
  return [...template.matchAll(/\((?:Fed\. Cir\. )?(\d{4})\)/g)].every(([, cited]) => Number(cited) <= year)
}
