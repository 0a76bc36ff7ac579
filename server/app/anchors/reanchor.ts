import { randomUUID } from 'node:crypto'
import type { Box } from '@portico/contract/marks'
import { type Anchor, document } from '../../core/file/document.ts'
import type { Database } from '../../store/db.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { findAnchor, type Mark } from './find-anchor.ts'
import { isWhole, markedPage, pagesOf } from './marked-pages.ts'

export type Reanchor = (caseId: string) => Promise<void>

/**
 * Brings the annotations of revised documents to where their words are in the new version. Called whenever more text
 * of a case is known; an annotation is given up as orphaned only when all of it is.
 */
export function createReanchor(parts: {
  db: Database
  execute: Execute
  clock: () => Date
  /** Where it is off, nothing more will be known of a picture. */
  recognition: 'on' | 'off'
}): Reanchor {
  const { db, execute, clock, recognition } = parts

  return async (caseId) => {
    const left = await leftBehind(db, caseId, recognition)
    for (const marks of Map.groupBy(left, ({ document_id }) => document_id).values()) {
      const [{ document_id: documentId, version, start_page, end_page, is_whole }] = marks as [MarkRow]
      const pages = await pagesOf(db, caseId, start_page, end_page)
      const anchors: Anchor[] = []
      for (const row of marks) {
        const old = await markedPage(db, caseId, row.page)
        const found = await findAnchor(markOf(row), old, row.page - row.old_start_page, pages)
        if (found || is_whole) anchors.push({ annotationId: row.annotation_id, ...(found ? { found } : {}) })
      }
      if (anchors.length === 0) continue
      const call = { at: clock(), actor: systemActor, correlationId: randomUUID() }
      await execute(document, call, { type: 'reanchor', caseId, documentId, version, anchors }, () => null)
    }
  }
}

type MarkRow = {
  document_id: string
  annotation_id: string
  page: number
  x: number | null
  y: number | null
  rects: Box[] | null
  quote: string | null
  version: number
  start_page: number
  end_page: number
  old_start_page: number
  /** Whether all the text there will be of the new version is known. */
  is_whole: boolean
}

function leftBehind(db: Database, caseId: string, recognition: 'on' | 'off'): Promise<MarkRow[]> {
  return db.rows<MarkRow>(
    `select a.document_id, a.annotation_id, a.page, a.x, a.y, a.rects, a.quote, d.version, d.start_page, d.end_page,
       v.start_page as old_start_page, ${isWhole('$1', '$2')} as is_whole
     from annotations a
     join documents d using (case_id, document_id)
     join document_versions v
       on v.case_id = $1 and v.document_id = d.document_id and a.page between v.start_page and v.end_page
     where a.case_id = $1 and d.version > 1 and a.page not between d.start_page and d.end_page
     order by a.document_id, a.annotation_id`,
    [caseId, recognition],
  )
}

function markOf({ page, x, y, rects, quote }: MarkRow): Mark {
  return {
    page,
    ...(x === null ? {} : { x }),
    ...(y === null ? {} : { y }),
    ...(rects === null ? {} : { rects }),
    ...(quote === null ? {} : { quote }),
  }
}
