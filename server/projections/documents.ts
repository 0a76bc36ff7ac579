import { type Reading, reads } from '@portico/contract/audience'
import type { Annotation, Content, Document, DocumentSummary, Original } from '@portico/contract/documents'
import type { Box, Visibility } from '@portico/contract/marks'
import { anyReader, type Reader } from '../core/file/reader.ts'
import { authorOf } from '../core/kernel/decider.ts'
import type { Queryable } from '../store/db.ts'
import { batch, doer, type Projection, rowBefore } from './projection.ts'

/** The row as it was, or as it was filed, with the last word of each kind laid over it. */
export const documents: Projection = {
  name: 'documents',
  tables: ['documents'],
  types: [
    'document.filed',
    'document.divided',
    'document.edited',
    'document.revised',
    'document.held',
    'document.admitted',
    'document.removed',
    'document.linked',
    'document.unlinked',
    'case.documentsArranged',
  ],
  statement: `
    with ${batch},
    words as (
      select case_id, data->>'documentId' as document_id,
        (array_agg(data) filter (where type = 'document.filed'))[1] as filed,
        (array_agg(data order by sequence desc) filter (where type = 'document.divided'))[1] as divided,
        (array_agg(data order by sequence desc) filter (
          where type in ('document.filed', 'document.divided', 'document.edited')))[1] as said,
        (array_agg(data order by sequence desc) filter (where type = 'document.revised'))[1] as revised,
        (array_agg(data || jsonb_build_object('type', type) order by sequence desc) filter (
          where type in ('document.held', 'document.admitted', 'document.removed')))[1] as standing,
        (array_agg(data->'duplicates' order by sequence desc) filter (where type = 'document.linked'))[1] as runs,
        (array_agg(type = 'document.linked' order by sequence desc) filter (
          where type in ('document.linked', 'document.unlinked')))[1] as is_linked,
        coalesce(max(sequence) filter (where type = 'document.revised'), 0)
          > coalesce(max(sequence) filter (where type = 'document.linked'), 0) as is_revised_since,
        (array_agg(data->'from' order by sequence desc) filter (
          where type in ('document.filed', 'document.revised') and data ? 'from'))[1] as from_source
      from batch where type <> 'case.documentsArranged' group by case_id, document_id
    ),
    arranged as (
      select distinct on (case_id) case_id, data->'documentIds' as ids
      from batch where type = 'case.documentsArranged' order by case_id, sequence desc
    ),
    places as (
      select a.case_id, p.id as document_id, (p.place - 1)::int as position
      from arranged a, jsonb_array_elements_text(a.ids) with ordinality as p (id, place)
    ),
    touched as (select case_id, document_id from words union select case_id, document_id from places)
    insert into documents (
      case_id, document_id, name, description, categories, document_type, receipt_date, start_page, end_page, position, content,
      version, filed_page, original, unreadable, status, why, duplicates, is_linked, from_source, made_as)
    select t.case_id, t.document_id,
      coalesce(said->>'name', d.name),
      coalesce(said->>'description', d.description),
      case when said is null then d.categories
        else array(select jsonb_array_elements_text(said->'categories')) end,
      case when said is null then d.document_type else said->>'documentType' end,
      coalesce((said->>'receiptDate')::date, d.receipt_date),
      coalesce((coalesce(revised, filed)->>'startPage')::int, d.start_page),
      coalesce((coalesce(revised, divided, filed)->>'endPage')::int, d.end_page),
      coalesce(p.position, (filed->>'position')::int, d.position),
      coalesce(coalesce(revised, divided, filed)->'content', d.content),
      coalesce((revised->>'version')::int, d.version, 1),
      coalesce(d.filed_page, (filed->>'startPage')::int),
      case when coalesce(revised, filed) is null then d.original else coalesce(revised, filed)->'original' end,
      case when coalesce(revised, filed) is null then d.unreadable else coalesce(revised, filed)->>'unreadable' end,
      case standing->>'type'
        when 'document.held' then 'held'
        when 'document.removed' then 'removed'
        when 'document.admitted' then 'current'
        else coalesce(d.status, 'current') end,
      case when standing is null then d.why else standing->>'why' end,
      case when is_revised_since then null else coalesce(runs, d.duplicates) end,
      case when is_revised_since then false else coalesce(w.is_linked, d.is_linked, false) end,
      coalesce(w.from_source, d.from_source),
      coalesce(filed->>'madeAs', d.made_as)
    from touched t
    left join words w using (case_id, document_id)
    left join places p using (case_id, document_id)
    left join ${rowBefore('documents', ['t.case_id', 't.document_id'])} d on true
    where filed is not null or d.document_id is not null
    on conflict (case_id, document_id) do update set
      name = excluded.name, description = excluded.description, categories = excluded.categories,
      document_type = excluded.document_type, receipt_date = excluded.receipt_date, start_page = excluded.start_page, end_page = excluded.end_page,
      position = excluded.position, content = excluded.content, version = excluded.version,
      original = excluded.original, unreadable = excluded.unreadable, status = excluded.status,
      why = excluded.why, duplicates = excluded.duplicates, is_linked = excluded.is_linked,
      from_source = excluded.from_source, made_as = excluded.made_as`,
}

/** Every version's pages stay where they are; a division gives the last of its pages to other documents. */
export const documentVersions: Projection = {
  name: 'documentVersions',
  tables: ['document_versions'],
  types: ['document.filed', 'document.divided', 'document.revised'],
  statement: `
    with ${batch},
    divided as (
      select distinct on (case_id, data->>'documentId') case_id, data->>'documentId' as document_id, data
      from batch where type = 'document.divided' order by case_id, data->>'documentId', sequence desc
    ),
    narrowed as (
      update document_versions v set end_page = (n.data->>'endPage')::int, content = n.data->'content'
      from divided n where v.case_id = n.case_id and v.document_id = n.document_id and v.version = 1
    )
    insert into document_versions (
      case_id, document_id, version, start_page, end_page, content, original, unreadable, filed_by, filed_at)
    select b.case_id, b.data->>'documentId', coalesce((b.data->>'version')::int, 1), (b.data->>'startPage')::int,
      (coalesce(n.data, b.data)->>'endPage')::int, coalesce(n.data, b.data)->'content', b.data->'original',
      b.data->>'unreadable', b.author->>'name', b.at
    from batch b
    left join divided n
      on n.case_id = b.case_id and n.document_id = b.data->>'documentId' and b.type = 'document.filed'
    where b.type in ('document.filed', 'document.revised')`,
}

const tagAgain = `(case_id, document_id, text) do update
  set created_by = excluded.created_by, created_at = excluded.created_at, visibility = excluded.visibility`

export const tags: Projection = {
  name: 'tags',
  tables: ['tags'],
  types: ['document.tagged', 'document.untagged'],
  statement: `
    with ${batch},
    change as (
      select distinct on (case_id, data->>'documentId', data->>'text')
        case_id, data->>'documentId' as document_id, data->>'text' as text, type, at, author->>'name' as author,
        coalesce(data->>'visibility', 'staff') as visibility
      from batch order by case_id, data->>'documentId', data->>'text', sequence desc
    ),
    gone as (
      delete from tags t using change n
      where n.type = 'document.untagged'
        and t.case_id = n.case_id and t.document_id = n.document_id and t.text = n.text
    )
    insert into tags (case_id, document_id, text, created_by, created_at, visibility)
    select case_id, document_id, text, author, at, visibility from change where type = 'document.tagged'
    on conflict ${tagAgain}`,
  alone: {
    'document.tagged': {
      statement: `
        insert into tags (case_id, document_id, text, created_by, created_at, visibility)
        values ($1, $2, $3, $4, $5, $6) on conflict ${tagAgain}`,
      values({ caseId, at, data: { documentId, text, visibility = 'staff' }, ...event }) {
        return [caseId, documentId, text, authorOf(event).name, at, visibility]
      },
    },
    'document.untagged': {
      statement: `delete from tags where case_id = $1 and document_id = $2 and text = $3`,
      values: ({ caseId, data: { documentId, text } }) => [caseId, documentId, text],
    },
  },
}

export const annotations: Projection = {
  name: 'annotations',
  tables: ['annotations'],
  types: [
    'document.annotated',
    'document.annotationEdited',
    'document.annotationMoved',
    'document.annotationOrphaned',
    'document.annotationRemoved',
  ],
  statement: `
    with ${batch},
    change as (
      select distinct on (case_id, data->>'annotationId')
        case_id, data->>'annotationId' as annotation_id, data, type, at, author
      from batch where type in ('document.annotated', 'document.annotationRemoved')
      order by case_id, data->>'annotationId', sequence desc
    ),
    later as (
      select case_id, data->>'annotationId' as annotation_id, min(data->>'documentId') as document_id,
        (array_agg(data order by sequence desc) filter (where type = 'document.annotationEdited'))[1] as words,
        (array_agg(data order by sequence desc) filter (where type = 'document.annotationMoved'))[1] as place,
        (array_agg(type order by sequence desc) filter (where type <> 'document.annotationEdited'))[1]
          = 'document.annotationOrphaned' as orphaned
      from batch where type not in ('document.annotated', 'document.annotationRemoved')
      group by case_id, data->>'annotationId'
    ),
    gone as (
      delete from annotations a using change n
      where n.type = 'document.annotationRemoved' and a.case_id = n.case_id
        and a.document_id = n.data->>'documentId' and a.annotation_id = n.annotation_id
    ),
    changed as (
      update annotations a set
        page = coalesce((m.place->>'page')::int, a.page),
        x = case when m.place is null then a.x else (m.place->>'x')::double precision end,
        y = case when m.place is null then a.y else (m.place->>'y')::double precision end,
        rects = case when m.place is null then a.rects else m.place->'rects' end,
        comment = case when m.words is null then a.comment else m.words->>'comment' end,
        relevant_date = case when m.words is null then a.relevant_date else (m.words->>'relevantDate')::date end,
        orphaned = coalesce(m.orphaned, a.orphaned)
      from later m
      where a.case_id = m.case_id and a.document_id = m.document_id and a.annotation_id = m.annotation_id
        and not exists (select from change n where n.case_id = m.case_id and n.annotation_id = m.annotation_id)
    )
    insert into annotations (
      case_id, document_id, annotation_id, page, x, y, comment, relevant_date, created_by, created_at,
      author_id, rects, quote, visibility, teams, reply_to, orphaned)
    select n.case_id, n.data->>'documentId', n.annotation_id, (coalesce(m.place, n.data)->>'page')::int,
      (coalesce(m.place, n.data)->>'x')::double precision, (coalesce(m.place, n.data)->>'y')::double precision,
      coalesce(m.words, n.data)->>'comment', (coalesce(m.words, n.data)->>'relevantDate')::date, n.author->>'name', n.at,
      n.author->>'id', coalesce(m.place, n.data)->'rects', n.data->>'quote', coalesce(n.data->>'visibility', 'staff'),
      array(select jsonb_array_elements_text(coalesce(n.data->'teams', '[]'))), n.data->>'replyTo', coalesce(m.orphaned, false)
    from change n left join later m using (case_id, annotation_id)
    where n.type = 'document.annotated'
    on conflict (case_id, document_id, annotation_id) do update set
      page = excluded.page, x = excluded.x, y = excluded.y, comment = excluded.comment,
      relevant_date = excluded.relevant_date, created_by = excluded.created_by, created_at = excluded.created_at,
      author_id = excluded.author_id, rects = excluded.rects, quote = excluded.quote,
      visibility = excluded.visibility, teams = excluded.teams, reply_to = excluded.reply_to,
      orphaned = excluded.orphaned`,
}

export const readMarks: Projection = {
  name: 'readMarks',
  tables: ['read_marks'],
  types: ['document.markedRead', 'document.markedUnread'],
  statement: `
    with ${batch},
    change as (
      select distinct on (case_id, data->>'documentId', ${doer}->>'id')
        case_id, data->>'documentId' as document_id, ${doer}->>'id' as member_id, type, at
      from batch order by case_id, data->>'documentId', ${doer}->>'id', sequence desc
    )
    insert into read_marks
    select case_id, document_id, member_id, type = 'document.markedRead', at from change
    on conflict (case_id, member_id, document_id) do update set read = excluded.read, at = excluded.at`,
}

export type DocumentRow = {
  document_id: string
  name: string
  description: string
  categories: string[]
  document_type: string | null
  receipt_date: string
  start_page: number
  end_page: number
  version: number
  unreadable: string | null
  original: Original | null
  content: Content
  tags: string[]
  read: boolean
}

export type DocumentFacts = DocumentSummary & { content: Content; original?: Original }

/** In the file, and for a reader from whom these documents are concealed: the one condition for all that lists documents. */
export const isListed = (document: string, concealed: string) =>
  `(${document}.status = 'current' and ${document}.document_id <> all(${concealed}::text[]))`

/** As arranged, with what the reader has marked. */
export async function listDocuments(
  db: Queryable,
  caseId: string,
  memberId: string,
  reading: Reading = 'staff',
  concealed: readonly string[] = [],
): Promise<DocumentFacts[]> {
  const rows = await db.rows<DocumentRow>(
    `select d.document_id, d.name, d.description, d.categories, d.document_type, d.receipt_date, d.start_page, d.end_page, d.version,
       d.unreadable, d.original, d.content, coalesce(t.tags, '{}') as tags, coalesce(r.read, false) as read
     from documents d
     left join (
       select document_id, array_agg(text order by created_at, text) as tags
       from tags where case_id = $1 and ${isTagSeen('$3')} group by document_id
     ) t using (document_id)
     left join read_marks r on r.case_id = $1 and r.member_id = $2 and r.document_id = d.document_id
     where d.case_id = $1 and ${isListed('d', '$4')}
     order by d.position, d.filed_page`,
    [caseId, memberId, reads(reading, 'staff'), concealed],
  )
  return rows.map((row, position) => facts(row, position))
}

/** Whether the document stands in the file: neither held nor removed. */
export async function isInFile(db: Queryable, caseId: string, documentId: string): Promise<boolean> {
  const [row] = await db.rows(
    `select 1 from documents where case_id = $1 and document_id = $2 and status = 'current'`,
    [caseId, documentId],
  )
  return row !== undefined
}

export async function findDocument(
  db: Queryable,
  caseId: string,
  documentId: string,
  memberId: string,
  reading: Reading = 'staff',
  concealed: readonly string[] = [],
): Promise<DocumentFacts | undefined> {
  const [row] = await db.rows<DocumentRow & { position: number }>(
    `select d.document_id, d.name, d.description, d.categories, d.document_type, d.receipt_date, d.start_page, d.end_page, d.version,
       d.unreadable, d.original, d.content,
       (select count(*)::int from documents b where b.case_id = $1 and ${isListed('b', '$5')}
          and (b.position, b.filed_page) < (d.position, d.filed_page)) as position,
       array(select text from tags t where t.case_id = $1 and t.document_id = $2 and ${isTagSeen('$4')}
         order by created_at, text) as tags,
       coalesce((
         select read from read_marks where case_id = $1 and member_id = $3 and document_id = $2), false) as read
     from documents d where d.case_id = $1 and d.document_id = $2 and ${isListed('d', '$5')}`,
    [caseId, documentId, memberId, reads(reading, 'staff'), concealed],
  )
  return row && facts(row, row.position)
}

export function facts(row: DocumentRow, position: number): DocumentFacts {
  return {
    id: row.document_id,
    name: row.name,
    startPage: row.start_page,
    endPage: row.end_page,
    version: row.version,
    position,
    receiptDate: row.receipt_date,
    description: row.description,
    ...(row.document_type === null ? {} : { documentType: row.document_type }),
    categories: row.categories,
    tags: row.tags,
    read: row.read,
    ...(row.unreadable === null ? {} : { unreadable: row.unreadable }),
    ...(row.original === null ? {} : { original: row.original }),
    content: row.content,
  }
}

export function asSummary({ content: _, original: __, ...summary }: DocumentFacts): DocumentSummary {
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
  rects: Box[] | null
  quote: string | null
  visibility: Visibility
  reply_to: string | null
  orphaned: boolean
  created_by: string
  created_at: Date
}

/** The rule of `seesMark`, on annotations `a`; the parameters hold the reader's id and teams, and whether they are staff. */
export const isSeenBy = (id: string, teams: string, isStaff: string) =>
  `(a.visibility = 'case' or a.author_id = ${id} or a.visibility = 'team' and a.teams && ${teams}
    or a.visibility = 'staff' and ${isStaff})`

/** The same of tags, which are for staff or for all. */
export const isTagSeen = (isStaff: string) => `(visibility = 'case' or ${isStaff}::boolean)`

/** What the reader may see; without one, what all may see who see the case. Of one document, or of the whole case. */
export async function listAnnotations(
  db: Queryable,
  caseId: string,
  { reader = anyReader, documentId }: { reader?: Reader; documentId?: string } = {},
): Promise<(Annotation & { documentId: string })[]> {
  const rows = await db.rows<AnnotationRow>(
    `select document_id, annotation_id, page, x, y, comment, relevant_date, rects, quote, visibility, reply_to, orphaned,
       created_by, created_at
     from annotations a
     where case_id = $1 and ($2::text is null or document_id = $2) and ${isSeenBy('$3', '$4', '$5')}
     order by page, created_at, annotation_id`,
    [caseId, documentId ?? null, reader.id, reader.teams, reads(reader.audience, 'staff')],
  )
  return rows.map((row) => ({
    documentId: row.document_id,
    id: row.annotation_id,
    page: row.page,
    ...(row.x === null ? {} : { x: row.x }),
    ...(row.y === null ? {} : { y: row.y }),
    ...(row.comment === null ? {} : { comment: row.comment }),
    ...(row.relevant_date === null ? {} : { relevantDate: row.relevant_date }),
    ...(row.rects === null ? {} : { rects: row.rects }),
    ...(row.quote === null ? {} : { quote: row.quote }),
    ...(row.visibility === 'staff' ? {} : { visibility: row.visibility }),
    ...(row.reply_to === null ? {} : { replyTo: row.reply_to }),
    ...(row.orphaned ? { orphaned: true as const } : {}),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  }))
}
