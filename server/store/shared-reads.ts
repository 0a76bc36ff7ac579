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
    const alone = ({ text, values }: Question, asked: Queryable = db) => asked.rows<unknown>(text, values)
    const different: Question[] = []
    const byText = new Map<string, Map<string, number>>()
    const places = questions.map((question) => {
      const byValues = byText.get(question.text) ?? new Map<string, number>()
      const values = JSON.stringify(question.values)
      const place = byValues.get(values) ?? different.push(question) - 1
      byText.set(question.text, byValues.set(values, place))
      return place
    })
    const travelling = db.atOnce((tx) => Promise.all(different.map((question) => alone(question, tx))))
    // Where one fails all do: then each is asked alone.
    const answers = await travelling.catch(() => undefined)
    if (!answers) return questions.map((question) => alone(question))
    return places.map((place) => answers[place] as unknown[])
  })
  return { rows: (text, values) => ask({ text, values }) as Promise<never[]> }
}
