import type { Database, Queryable } from './db.ts'
import { gather } from './gather.ts'

type Question = { text: string; values: readonly unknown[] | undefined }

/**
 * For the small reads that every request makes: those that are asked for in one turn of the event loop travel together, and
 * what several ask is asked once. Each answer is read after it was asked for, as if it had been asked alone. Its rows are
 * shared: nobody changes them.
 */
export function shareReads(db: Pick<Database, 'rows' | 'atOnce'>): Queryable {
  const ask = gather<Question, unknown[]>(async (questions) => {
    const keys = questions.map(({ text, values }) => JSON.stringify([text, values]))
    const once = new Map(questions.map((question, index) => [keys[index], question]))
    const travelling = db.atOnce((tx) =>
      Promise.all(once.values().map(async ({ text, values }) => tx.rows<unknown>(text, values))),
    )
    // Where one fails all do: then each is asked alone.
    const answers = await travelling.catch(() => undefined)
    if (!answers) return questions.map(({ text, values }) => db.rows(text, values))
    const byKey = new Map(once.keys().map((key, index) => [key, answers[index] as unknown[]]))
    return keys.map((key) => byKey.get(key) as unknown[])
  })
  return { rows: (text, values) => ask({ text, values }) as Promise<never[]> }
}
