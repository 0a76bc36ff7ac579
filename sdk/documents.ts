import type { Calls } from './calls.ts'
import type { ContentOptions } from './content.ts'
import { type CallOptions, unhurried, type WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type {
  CaseDocumentDetail,
  EditAnnotation,
  EditDocument,
  NewAnnotation,
  NewDocument,
  NewPart,
  SetDocumentStatus,
} from './types.ts'

/** A document whatever its status, with the versions that it has had. */
export type DocumentWithVersions = CaseDocumentDetail['document']

export type CaseDocumentsOptions = QueryOf<'listCaseDocuments'> & CallOptions

export type DocumentContentOptions = ContentOptions & {
  /** An earlier version, rather than the current one. */
  version?: number | undefined
}

export type TagOptions = WriteOptions & {
  /** Who sees the tag: staff alone, as it is unless you say so, or everyone who sees the case. */
  visibility?: 'staff' | 'case' | undefined
}

const documentOf = ({ document }: CaseDocumentDetail) => document

export function documentsOver({ call, content }: Calls) {
  return {
    /**
     * The documents of an appeal, as arranged, with their tags.
     *
     * @example
     * ```ts
     * const documents = await client.documents.list(appealId)
     * console.log(documents.filter((document) => !document.read).map((document) => document.name))
     * ```
     */
    list: (appealId: string, options?: CallOptions) => call('listDocuments', { appealId }, options),

    /**
     * Get a document with its annotations.
     *
     * @example
     * ```ts
     * const document = await client.documents.get(appealId, documentId)
     * console.log(document.name, document.annotations.length)
     * ```
     */
    get: (appealId: string, documentId: string, options?: CallOptions) =>
      call('getDocument', { appealId, documentId }, options).then(({ document }) => document),

    /**
     * The PDF of one document as a stream, whole or a range of its bytes; now, or as an earlier `version` of it.
     *
     * @example
     * ```ts
     * const start = await client.documents.content(appealId, documentId, { range: { start: 0, end: 4 } })
     * console.log(new TextDecoder().decode(await start.bytes()), 'of', start.range?.total, 'bytes')
     *
     * const first = await client.documents.content(appealId, documentId, { version: 1 })
     * console.log(first.name, (await first.bytes()).length)
     * ```
     */
    content: (caseId: string, documentId: string, { version, ...options }: DocumentContentOptions = {}) =>
      version === undefined
        ? content('getContent', { appealId: caseId, documentId }, options)
        : content('getVersionContent', { caseId, documentId, version }, options),

    /**
     * Arranges the documents of an appeal: name every one, once. Page numbers stay as they are.
     *
     * @example
     * ```ts
     * const ids = (await client.documents.list(appealId)).map((document) => document.id)
     * await client.documents.arrange(appealId, ids.reverse())
     * ```
     */
    arrange: (appealId: string, documentIds: readonly string[], options?: WriteOptions) =>
      call('arrangeDocuments', { appealId, body: { documentIds: [...documentIds] } }, options),

    /**
     * Adds a tag to a document. One that is there already is answered as it stands. Tags of staff are for staff,
     * unless `visibility` says that they are for everyone who sees the case.
     *
     * @example
     * ```ts
     * const tag = await client.documents.addTag(appealId, documentId, 'favorable evidence')
     * console.log(tag.createdBy, tag.createdAt)
     * await client.documents.addTag(appealId, documentId, 'exhibit A', { visibility: 'case' })
     * ```
     */
    addTag: (
      appealId: string,
      documentId: string,
      text: string,
      { visibility, ...options }: TagOptions = {},
    ) => call('addTag', { appealId, documentId, body: { text, visibility } }, options),

    /**
     * Removes a tag. One that is not there is removed already.
     *
     * @example
     * ```ts
     * await client.documents.removeTag(appealId, documentId, 'favorable evidence')
     * ```
     */
    removeTag: (appealId: string, documentId: string, text: string, options?: WriteOptions) =>
      call('removeTag', { appealId, documentId, text }, options),

    /**
     * Annotates a page of a document. `x` and `y` run from 0 to 1, from the top left.
     *
     * @example
     * ```ts
     * const { startPage } = await client.documents.get(appealId, documentId)
     * const annotation = await client.documents.annotate(appealId, documentId, {
     *   page: startPage,
     *   x: 0.25,
     *   y: 0.4,
     *   comment: 'The onset is dated here.',
     *   relevantDate: '1998-04-30',
     * })
     * console.log(annotation.id)
     * ```
     */
    annotate: (appealId: string, documentId: string, annotation: NewAnnotation, options?: WriteOptions) =>
      call('createAnnotation', { appealId, documentId, body: annotation }, options),

    /**
     * Changes the comment and the date of an annotation of your own; one that is left out is removed.
     *
     * @example
     * ```ts
     * const { startPage } = await client.documents.get(appealId, documentId)
     * const { id } = await client.documents.annotate(appealId, documentId, { page: startPage, comment: 'Onset?' })
     * const edited = await client.documents.editAnnotation(appealId, documentId, id, { comment: 'Onset: 1998.' })
     * console.log(edited.comment)
     * ```
     */
    editAnnotation: (
      appealId: string,
      documentId: string,
      annotationId: string,
      words: EditAnnotation,
      options?: WriteOptions,
    ) => call('editAnnotation', { appealId, documentId, annotationId, body: words }, options),

    /**
     * Removes an annotation of your own. One that is not there is removed already.
     *
     * @example
     * ```ts
     * const { startPage } = await client.documents.get(appealId, documentId)
     * const { id } = await client.documents.annotate(appealId, documentId, { page: startPage })
     * await client.documents.removeAnnotation(appealId, documentId, id)
     * ```
     */
    removeAnnotation: (appealId: string, documentId: string, annotationId: string, options?: WriteOptions) =>
      call('removeAnnotation', { appealId, documentId, annotationId }, options),

    /**
     * Marks a document read or unread, for yourself.
     *
     * @example
     * ```ts
     * const { read, at } = await client.documents.setRead(appealId, documentId, true)
     * console.log(read, at)
     * ```
     */
    setRead: (appealId: string, documentId: string, read: boolean, options?: WriteOptions) =>
      call('setReadState', { appealId, documentId, body: { read } }, options),

    /**
     * Files a document: it gets the next free pages. Give the bytes, or name an upload in `uploadId`. Bytes that
     * the file has already are linked, held for a person or refused, as `onDuplicate` or the deployment says.
     *
     * @example
     * ```ts
     * const statement = new Blob(['It has hurt ever since.'])
     * const filed = await client.documents.add(
     *   appealId,
     *   { name: 'Lay statement', categories: ['other'], onDuplicate: 'link' },
     *   statement,
     * )
     * console.log(filed.status, filed.startPage, filed.endPage)
     * ```
     */
    add: (caseId: string, document: NewDocument, file?: Blob, options?: WriteOptions) =>
      call('fileDocument', { caseId, body: document, file }, unhurried(options)).then(documentOf),

    /**
     * The documents of a case whatever their status, or those of one: `current`, `held` or `removed`.
     *
     * @example
     * ```ts
     * const held = await client.documents.listAll(appealId, { status: 'held' })
     * for (const { name, why } of held) console.log(name, why)
     * ```
     */
    listAll: (caseId: string, options?: CaseDocumentsOptions) =>
      call('listCaseDocuments', { caseId }, options),

    /**
     * One document whatever its status, with its versions.
     *
     * @example
     * ```ts
     * const { versions } = await client.documents.withVersions(appealId, documentId)
     * for (const { version, startPage, filedBy } of versions) console.log(version, startPage, filedBy)
     * ```
     */
    withVersions: (caseId: string, documentId: string, options?: CallOptions) =>
      call('getCaseDocument', { caseId, documentId }, options).then(documentOf),

    /**
     * A new version of a document, on new pages: by its bytes, or by an upload that has them. Tags stay;
     * annotations move to where their words are now, or are marked orphaned.
     *
     * @example
     * ```ts
     * const draft = new Blob(['It hurt for a year.'])
     * const { id } = await client.documents.add(appealId, { name: 'Statement', onDuplicate: 'link' }, draft)
     * const revised = await client.documents.revise(appealId, id, new Blob(['It hurt for two years.']))
     * console.log(revised.version, revised.startPage)
     * ```
     */
    revise: (caseId: string, documentId: string, file: Blob | { uploadId: string }, options?: WriteOptions) =>
      call(
        'reviseDocument',
        { caseId, documentId, ...(file instanceof Blob ? { file } : {}) },
        { ...unhurried(options), ...(file instanceof Blob ? {} : file) },
      ).then(documentOf),

    /**
     * The bytes of a document as they were received, as a stream: to be saved, not to be shown.
     *
     * @example
     * ```ts
     * const original = await client.documents.original(appealId, documentId)
     * console.log(original.name, (await original.bytes()).length)
     * ```
     */
    original: (caseId: string, documentId: string, options?: ContentOptions) =>
      content('getOriginal', { caseId, documentId }, options),

    /**
     * Where a file that came as one seems to hold several documents, each with the reasons.
     *
     * @example
     * ```ts
     * const { parts, pagesRead } = await client.documents.proposeDivision(appealId, documentId)
     * for (const { name, firstPage, reasons } of parts) console.log(name, firstPage, reasons)
     * console.log(pagesRead)
     * ```
     */
    proposeDivision: (caseId: string, documentId: string, options?: CallOptions) =>
      call('proposeDivision', { caseId, documentId }, options),

    /**
     * Divides a document into several, as proposed or otherwise. Every page belongs to one; none moves.
     *
     * @example
     * ```ts
     * const pages = new Blob(['Rating decision\fExamination'])
     * const { id } = await client.documents.add(appealId, { name: 'Mail', onDuplicate: 'link' }, pages)
     * const [decision, examination] = await client.documents.divide(appealId, id, [
     *   { name: 'Rating decision', pageCount: 1 },
     *   { name: 'Examination', pageCount: 1, categories: ['medical'] },
     * ])
     * console.log(decision?.endPage, examination?.startPage)
     * ```
     */
    divide: (caseId: string, documentId: string, parts: readonly NewPart[], options?: WriteOptions) =>
      call('divideDocument', { caseId, documentId, body: { parts: [...parts] } }, options),

    /**
     * Says anew what a document is. Its type suggests the category, where nobody has sorted it, and what mail it is.
     *
     * @example
     * ```ts
     * const letter = new Blob(['Please advance my appeal.'])
     * const { id } = await client.documents.add(appealId, { name: 'Letter', onDuplicate: 'link' }, letter)
     * const { categories, suggestedMail } = await client.documents.edit(appealId, id, { documentType: 'motion' })
     * console.log(categories, suggestedMail)
     * ```
     */
    edit: (caseId: string, documentId: string, changes: EditDocument, options?: WriteOptions) =>
      call('editDocument', { caseId, documentId, body: changes }, options).then(documentOf),

    /**
     * Holds a document, removes it from the file, or admits it, and says why.
     *
     * @example
     * ```ts
     * const letter = new Blob(['For somebody else.'])
     * const { id } = await client.documents.add(appealId, { name: 'Letter', onDuplicate: 'link' }, letter)
     * await client.documents.setStatus(appealId, id, { status: 'removed', why: 'It is of another case.' })
     * ```
     */
    setStatus: (caseId: string, documentId: string, status: SetDocumentStatus, options?: WriteOptions) =>
      call('setDocumentStatus', { caseId, documentId, body: status }, options).then(documentOf),

    /**
     * Undoes the link between a document and what it repeats, or makes it again.
     *
     * @example
     * ```ts
     * const note = new Blob(['Sent twice.'])
     * await client.documents.add(appealId, { name: 'Note' }, note)
     * const copy = await client.documents.add(appealId, { name: 'Note', onDuplicate: 'link' }, note)
     * const { duplicates } = await client.documents.setLinked(appealId, copy.id, false)
     * console.log(duplicates?.linked)
     * ```
     */
    setLinked: (caseId: string, documentId: string, linked: boolean, options?: WriteOptions) =>
      call('setDocumentLinked', { caseId, documentId, body: { linked } }, options).then(documentOf),
  }
}

/** The documents of a case: read, tagged, annotated, taken in and revised. */
export type Documents = ReturnType<typeof documentsOver>
