import { setImmediate } from 'node:timers/promises'
import { type ComparedPage, comparedPage } from '../../files/dedupe/likeness.ts'
import type { Queryable } from '../../store/db.ts'

/** About 2 kB each. */
const mostKept = 30_000
const pagesAtOnce = 50

/** What pages of a case say, ready to be compared. It is kept, since many pages are compared with the same ones. */
export function keepCompared(db: Queryable, caseId: string) {
  const kept = new Map<number, ComparedPage>()

  return async (pages: readonly number[]): Promise<ReadonlyMap<number, ComparedPage>> => {
    if (kept.size + pages.length > mostKept) kept.clear()
    const missing = pages.filter((page) => !kept.has(page))
    for (let at = 0; at < missing.length; at += pagesAtOnce) {
      const texts = await readTexts(db, caseId, missing.slice(at, at + pagesAtOnce))
      for (const { page, text } of texts) kept.set(page, comparedPage(text))
      await setImmediate()
    }
    return kept
  }
}

export async function readTexts(db: Queryable, caseId: string, pages: readonly number[]) {
  return db.rows<{ page: number; text: string }>(
    `select page, text from page_texts where case_id = $1 and page = any($2) order by page`,
    [caseId, pages],
  )
}
