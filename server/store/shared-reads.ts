import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Database, Queryable } from './db.ts'

type Trip = {
  /** What is asked for, each once, by what tells it from others. */
  places: Map<string, number>
  questions: { text: string; values: readonly unknown[] | undefined }[]
  answers: Promise<unknown[][] | undefined>
}

/**
 * For the small reads that every request makes: those that are asked for in one turn of the event loop travel together, and
 * what several ask is asked once. Each answer is read after it was asked for, as if it had been asked alone. Its rows are
 * shared: nobody changes them.
 */
export function shareReads(db: Pick<Database, 'rows' | 'atOnce'>): Queryable {
  let waiting: Trip | undefined

  const nextTrip = (): Trip => {
    const questions: Trip['questions'] = []
    const travel = async () => {
      await endOfTurn()
      waiting = undefined
      return db.atOnce((tx) => Promise.all(questions.map(({ text, values }) => tx.rows(text, values))))
    }
    return { places: new Map(), questions, answers: travel().catch(() => undefined) }
  }

  return {
    async rows<Row>(text: string, values?: readonly unknown[]) {
      waiting ??= nextTrip()
      const { places, questions, answers } = waiting
      const key = JSON.stringify([text, values])
      let place = places.get(key)
      if (place === undefined) {
        place = questions.push({ text, values }) - 1
        places.set(key, place)
      }
      // Where one fails all do: then each is asked alone.
      return ((await answers)?.[place] ?? (await db.rows(text, values))) as Row[]
    },
  }
}
