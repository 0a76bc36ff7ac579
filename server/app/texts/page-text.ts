import type { PageText } from '@portico/contract/cases'
import { decodeWords } from '../../core/file/page-words.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'

type Row = {
  text: string | null
  source: PageText['source'] | null
  confidence: number | null
  words: Uint8Array | null
  is_waiting: boolean
  unreadable: string | null
}

/** The known text of a page, of current documents only or of any version in any status. */
export async function findPageText(
  db: Queryable,
  caseId: string,
  documentId: string,
  page: number,
  { isCurrent = false }: { isCurrent?: boolean } = {},
): Promise<PageText> {
  const [row] = await db.rows<Row>(
    `select p.text, p.source, p.confidence, w.words, coalesce(u.reason, t.unreadable) as unreadable,
       exists (select from pages_to_recognise where case_id = $1 and page = $3) as is_waiting
     from documents d
     join document_versions v using (case_id, document_id)
     left join document_texts t on t.case_id = $1 and t.document_id = $2 and t.start_page = v.start_page
     left join page_texts p on p.case_id = $1 and p.page = $3
     left join page_words w on w.case_id = $1 and w.page = $3
     left join unreadable_pages u on u.case_id = $1 and u.page = $3
     where d.case_id = $1 and d.document_id = $2 and $3 between v.start_page and v.end_page
       and (not $4 or d.status = 'current' and v.version = d.version)`,
    [caseId, documentId, page, isCurrent],
  )
  if (!row) throw new Refusal('notFound', 'There is no such page in a document of this case.')
  return {
    page,
    documentId,
    state: stateOf(row),
    text: row.text ?? '',
    source: row.source ?? 'textLayer',
    ...(row.confidence === null ? {} : { confidence: Number(row.confidence.toFixed(3)) }),
    words: row.words === null ? [] : decodeWords(row.words),
  }
}

/** The known text of a document that stands in the file, page by page. */
export function listPageTexts(
  db: Queryable,
  caseId: string,
  documentId: string,
): Promise<{ page: number; text: string }[]> {
  return db.rows(
    `select p.page, coalesce(p.text, '') as text
     from documents d join page_texts p on p.case_id = d.case_id and p.page between d.start_page and d.end_page
     where d.case_id = $1 and d.document_id = $2 and d.status = 'current' order by p.page`,
    [caseId, documentId],
  )
}

function stateOf({ text, is_waiting, unreadable }: Row): PageText['state'] {
  if (is_waiting) return 'toRecognise'
  if (unreadable !== null && !text) return 'unreadable'
  return text === null ? 'unread' : 'read'
}
