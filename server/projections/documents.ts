import type { Annotation, Document, DocumentSummary } from '@portico/contract/appeals'
import type { Content } from '@portico/contract/events'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

export const documents: Projection = {
  name: 'documents',
  tables: ['documents'],
  types: ['document.filed', 'case.documentsArranged'],
  statement: `
    with ${batch},
    filed as (select case_id, data->>'documentId' as document_id, data from batch where type = 'document.filed'),
    arranged as (
      select distinct on (case_id) case_id, data->'documentIds' as ids
      from batch where type = 'case.documentsArranged' order by case_id, sequence desc
    ),
    places as (
      select a.case_id, p.id as document_id, (p.place - 1)::int as position
      from arranged a, jsonb_array_elements_text(a.ids) with ordinality as p (id, place)
    ),
    moved as (
      update documents d set position = p.position
      from places p where d.case_id = p.case_id and d.document_id = p.document_id
    )
    insert into documents
    select case_id, document_id, data->>'name', data->>'description',
      array(select jsonb_array_elements_text(data->'categories')), (data->>'receiptDate')::date,
      (data->>'startPage')::int, (data->>'endPage')::int, coalesce(position, (data->>'position')::int), data->'content'
    from filed left join places using (case_id, document_id)`,
}

export const tags: Projection = {
  name: 'tags',
  tables: ['tags'],
  types: ['document.tagged', 'document.untagged'],
  statement: `
    with ${batch},
    change as (
      select distinct on (case_id, data->>'documentId', data->>'text')
        case_id, data->>'documentId' as document_id, data->>'text' as text, type, at, actor->>'name' as author
      from batch order by case_id, data->>'documentId', data->>'text', sequence desc
    ),
    gone as (
      delete from tags t using change n
      where n.type = 'document.untagged'
        and t.case_id = n.case_id and t.document_id = n.document_id and t.text = n.text
    )
    insert into tags
    select case_id, document_id, text, author, at from change where type = 'document.tagged'
    on conflict (case_id, document_id, text) do update
      set created_by = excluded.created_by, created_at = excluded.created_at`,
}

export const annotations: Projection = {
  name: 'annotations',
  tables: ['annotations'],
  types: ['document.annotated', 'document.annotationRemoved'],
  statement: `
    with ${batch},
    change as (
      select distinct on (case_id, data->>'annotationId') case_id, data, type, at, actor->>'name' as author
      from batch order by case_id, data->>'annotationId', sequence desc
    ),
    gone as (
      delete from annotations a using change n
      where n.type = 'document.annotationRemoved' and a.case_id = n.case_id
        and a.document_id = n.data->>'documentId' and a.annotation_id = n.data->>'annotationId'
    )
    insert into annotations
    select case_id, data->>'documentId', data->>'annotationId', (data->>'page')::int,
      (data->>'x')::double precision, (data->>'y')::double precision, data->>'comment',
      (data->>'relevantDate')::date, author, at
    from change where type = 'document.annotated'
    on conflict (case_id, document_id, annotation_id) do update set
      page = excluded.page, x = excluded.x, y = excluded.y, comment = excluded.comment,
      relevant_date = excluded.relevant_date, created_by = excluded.created_by, created_at = excluded.created_at`,
}

export const readMarks: Projection = {
  name: 'readMarks',
  tables: ['read_marks'],
  types: ['document.markedRead', 'document.markedUnread'],
  statement: `
    with ${batch},
    change as (
      select distinct on (case_id, data->>'documentId', actor->>'id')
        case_id, data->>'documentId' as document_id, actor->>'id' as member_id, type, at
      from batch order by case_id, data->>'documentId', actor->>'id', sequence desc
    )
    insert into read_marks
    select case_id, document_id, member_id, type = 'document.markedRead', at from change
    on conflict (case_id, member_id, document_id) do update set read = excluded.read, at = excluded.at`,
}

type DocumentRow = {
  document_id: string
  name: string
  description: string
  categories: string[]
  receipt_date: string
  start_page: number
  end_page: number
  position: number
  content: Content
  tags: string[]
  read: boolean
}

export type DocumentFacts = DocumentSummary & { content: Content }

/** As arranged, with what the reader has marked. */
export async function listDocuments(
  db: Queryable,
  caseId: string,
  memberId: string,
): Promise<DocumentFacts[]> {
  const rows = await db.rows<DocumentRow>(
    `select d.document_id, d.name, d.description, d.categories, d.receipt_date, d.start_page, d.end_page, d.position,
       d.content, coalesce(t.tags, '{}') as tags, coalesce(r.read, false) as read
     from documents d
     left join (
       select document_id, array_agg(text order by created_at, text) as tags
       from tags where case_id = $1 group by document_id
     ) t using (document_id)
     left join read_marks r on r.case_id = $1 and r.member_id = $2 and r.document_id = d.document_id
     where d.case_id = $1
     order by d.position`,
    [caseId, memberId],
  )
  return rows.map(facts)
}

export async function findDocument(
  db: Queryable,
  caseId: string,
  documentId: string,
  memberId: string,
): Promise<DocumentFacts | undefined> {
  const [row] = await db.rows<DocumentRow>(
    `select d.document_id, d.name, d.description, d.categories, d.receipt_date, d.start_page, d.end_page, d.position,
       d.content, array(
         select text from tags t where t.case_id = $1 and t.document_id = $2 order by created_at, text) as tags,
       coalesce((
         select read from read_marks where case_id = $1 and member_id = $3 and document_id = $2), false) as read
     from documents d where d.case_id = $1 and d.document_id = $2`,
    [caseId, documentId, memberId],
  )
  return row && facts(row)
}

function facts(row: DocumentRow): DocumentFacts {
  return {
    id: row.document_id,
    name: row.name,
    startPage: row.start_page,
    endPage: row.end_page,
    position: row.position,
    receiptDate: row.receipt_date,
    description: row.description,
    categories: row.categories,
    tags: row.tags,
    read: row.read,
    content: row.content,
  }
}

export function asSummary({ content: _, ...summary }: DocumentFacts): DocumentSummary {
  return summary
}

export function asDocument(facts: DocumentFacts, annotations: Annotation[]): Document {
  return { ...asSummary(facts), annotations }
}

type AnnotationRow = {
  document_id: string
  annotation_id: string
  page: number
  x: number | null
  y: number | null
  comment: string | null
  relevant_date: string | null
  created_by: string
  created_at: Date
}

/** Of one document, or of the whole case where none is named. */
export async function listAnnotations(
  db: Queryable,
  caseId: string,
  documentId?: string,
): Promise<(Annotation & { documentId: string })[]> {
  const rows = await db.rows<AnnotationRow>(
    `select * from annotations where case_id = $1 and ($2::text is null or document_id = $2)
     order by page, created_at, annotation_id`,
    [caseId, documentId ?? null],
  )
  return rows.map((row) => ({
    documentId: row.document_id,
    id: row.annotation_id,
    page: row.page,
    ...(row.x === null ? {} : { x: row.x }),
    ...(row.y === null ? {} : { y: row.y }),
    ...(row.comment === null ? {} : { comment: row.comment }),
    ...(row.relevant_date === null ? {} : { relevantDate: row.relevant_date }),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  }))
}
