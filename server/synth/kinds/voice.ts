import type { IsoDate } from '../calendar.ts'
import { slotsFor } from '../language/slots.ts'
import { type Slots, speaker } from '../phrase.ts'
import type { Claim } from '../story.ts'
import type { Draft } from './kind.ts'

/** Says sentences of a bank about a claim on a day, none twice before all were said. */
export type Voice = (claim: Claim, date?: IsoDate) => string

export function voice(draft: Draft, bank: readonly string[], more: Slots = {}): Voice {
  const speak = speaker(draft.random, bank)
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
