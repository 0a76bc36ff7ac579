import type { CasePages } from '../search/case-pages.ts'
import { databasePages } from '../search/database-pages.ts'
import { buildSegment } from '../search/memory/build-segment.ts'
import { indexOf } from '../search/memory/case-index.ts'
import { memoryPages } from '../search/memory/memory-pages.ts'
import type { PageOwners } from '../search/page-owners.ts'
import type { Queryable } from '../store/db.ts'

/** One document that has every page. */
export const oneOwner: PageOwners = [{ documentId: 'doc_one', startPage: 0, endPage: 2 ** 31 - 2 }]

type Path = (db: Queryable, caseId: string) => Promise<CasePages>

/** The ways in which the pages of a case are searched: what holds for one holds for all. */
export const searchPaths: Record<'the database' | 'memory' | 'memory, with pages read again', Path> = {
  'the database': async (db, caseId) => databasePages(db, caseId),
  memory: async (db, caseId) => memoryPages(indexOf([buildSegment(await textsOf(db, caseId))], 1)),
  'memory, with pages read again': async (db, caseId) => {
    const texts = await textsOf(db, caseId)
    const older = texts.map(({ page, text }) => ({
      page,
      text: page % 3 === 0 ? text : `older ${text} reading`,
    }))
    const newer = [1, 2].map((rest) => texts.filter(({ page }) => page % 3 === rest))
    return memoryPages(indexOf([older, ...newer].map(buildSegment), 1))
  },
}

function textsOf(db: Queryable, caseId: string): Promise<{ page: number; text: string }[]> {
  return db.rows(`select page, text from page_texts where case_id = $1 order by page`, [caseId])
}
