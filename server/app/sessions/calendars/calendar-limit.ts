import { Refusal } from '../../../core/kernel/decider.ts'

/** An entry that recurs is worked out at each search. */
export const mostEntries = 10_000

export const tooManyEntries = () =>
  new Refusal(
    'stateForbids',
    `A calendar has at most ${mostEntries} entries: delete some first, or export fewer years of it.`,
  )
