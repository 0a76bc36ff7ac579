import type { Database, Queryable } from './db.ts'
import { gather } from './gather.ts'

type Question = { text: string; values: readonly unknown[] | undefined }

const merged = new Map<string, string>()

/**
 * Registers a read whose concurrent requests, with different values, are merged into one statement by `shareReads`. `types`
 * are the types of its values.
 */
export function mergeable(text: string, types: readonly string[]): string {
  const values = types.map((_, index) => `v${index + 1}`)
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
  const lateral = text.replace(/\$(\d+)/g, (_, number) => `asked.v${number}`)
  merged.set(
    text,
    `select asked.place::int as "askedAs", answer.*
     from unnest(${arrays.join(', ')}) with ordinality as asked (${values.join(', ')}, place)
     cross join lateral (${lateral}) answer order by asked.place`,
  )
  return text
}

/**
 * For small reads that every request makes: those of one turn of the event loop share a round trip, and identical ones are
 * read once. Answers are never older than their requests. Rows are shared and must not be changed.
 */
export function shareReads(db: Pick<Database, 'rows' | 'atOnce'>): Queryable {
  const ask = gather<Question, unknown[]>(async (questions) => {
    const byText = new Map<string, Map<string, Question>>()
    const places = questions.map((question) => {
      const values = JSON.stringify(question.values)
      const same = byText.get(question.text) ?? new Map<string, Question>()
      byText.set(question.text, same)
      if (!same.has(values)) same.set(values, question)
      return { text: question.text, values }
    })
    const combined = db.atOnce(async (tx) => {
      const asked = [...byText].map(async ([text, same]) => {
        const keys = [...same.keys()]
        return [text, new Map(zip(keys, await answerQuestions(tx, text, [...same.values()])))] as const
      })
      return new Map(await Promise.all(asked))
    })
    // If one fails, all do: then each is repeated by itself.
    const answers = await combined.catch(() => undefined)
    if (!answers) return questions.map(({ text, values }) => db.rows<unknown>(text, values))
    return places.map(({ text, values }) => answers.get(text)?.get(values) ?? [])
  })
  return { rows: (text, values) => ask({ text, values }) as Promise<never[]> }
}

async function answerQuestions(
  tx: Queryable,
  text: string,
  questions: readonly Question[],
): Promise<unknown[][]> {
  const together = merged.get(text)
  if (!together || questions.length === 1)
    return Promise.all(questions.map(({ values }) => tx.rows<unknown>(text, values)))
  const columns = (questions[0]?.values ?? []).map((_, index) =>
    questions.map(({ values }) => values?.[index]),
  )
  const answers: unknown[][] = questions.map(() => [])
  for (const { askedAs, ...row } of await tx.rows<{ askedAs: number }>(together, columns))
    answers[askedAs - 1]?.push(row)
  return answers
}

const zip = <A, B>(first: readonly A[], second: readonly B[]): [A, B][] =>
  first.map((item, index) => [item, second[index] as B])
