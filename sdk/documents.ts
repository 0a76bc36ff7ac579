import type { Calls } from './calls.ts'
import type { ContentOptions } from './content.ts'
import { type CallOptions, unhurried, type WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type {
  CaseDocumentDetail,
  EditAnnotation,
  EditDocument,
  MoveAnnotation,
  NewAnnotation,
  NewDocument,
  NewPart,
  NewPlace,
  SetDocumentStatus,
} from './types.ts'

/** A document in any status, with its versions. */
export type DocumentWithVersions = CaseDocumentDetail['document']

export type CaseDocumentsOptions = QueryOf<'listCaseDocuments'> & CallOptions

export type DocumentContentOptions = ContentOptions & {
  /** Defaults to the current version. */
  version?: number | undefined
}

export type TagOptions = WriteOptions & {
  /** Who sees the tag: staff (the default), or everyone who sees the case. */
  visibility?: 'staff' | 'case' | undefined
}

const documentOf = ({ document }: CaseDocumentDetail) => document

export function documentsOver({ call, content }: Calls) {
  return {
    /**
     * List the documents of an appeal in order, with their tags.
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
     * Download the PDF of a document, or a range of it; of the current version or an earlier `version`.
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
     * Reorder the documents of an appeal: name each exactly once. Page numbers do not change.
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
     * Move some documents before another one, or to the end. What others have moved meanwhile stays where they put it.
     *
     * @example
     * ```ts
     * const [first, second] = await client.documents.list(appealId)
     * if (first && second) await client.documents.move(appealId, [second.id], { before: first.id })
     * ```
     */
    move: (
      caseId: string,
      documentIds: readonly string[],
      { before, ...options }: WriteOptions & { before?: string | undefined } = {},
    ) =>
      call(
        'moveDocuments',
        { caseId, body: { documentIds: [...documentIds], ...(before === undefined ? {} : { before }) } },
        options,
      ),

    /**
     * Add a tag to a document; an existing tag is returned unchanged. Tags by staff are visible to staff, unless
     * `visibility` makes them visible to everyone who sees the case.
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
     * Remove a tag. Succeeds even if there is no such tag.
     *
     * @example
     * ```ts
     * await client.documents.removeTag(appealId, documentId, 'favorable evidence')
     * ```
     */
    removeTag: (appealId: string, documentId: string, text: string, options?: WriteOptions) =>
      call('removeTag', { appealId, documentId, text }, options),

    /**
     * Annotate a page of a document. `x` and `y` run from 0 to 1, from the top left.
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
     * Change the comment and the date of your annotation; an omitted one is removed. `visibility` changes who sees it.
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
     * Move your annotation within its document; fields of the place that are omitted are removed.
     *
     * @example
     * ```ts
     * const { startPage } = await client.documents.get(appealId, documentId)
     * const { id } = await client.documents.annotate(appealId, documentId, { page: startPage, x: 0.2, y: 0.2 })
     * await client.documents.moveAnnotation(appealId, documentId, id, { page: startPage, x: 0.6, y: 0.4 })
     * ```
     */
    moveAnnotation: (
      appealId: string,
      documentId: string,
      annotationId: string,
      place: MoveAnnotation,
      options?: WriteOptions,
    ) => call('moveAnnotation', { appealId, documentId, annotationId, body: place }, options),

    /**
     * Undo the removal of your annotation: it is there again under its ID.
     *
     * @example
     * ```ts
     * const { startPage } = await client.documents.get(appealId, documentId)
     * const { id } = await client.documents.annotate(appealId, documentId, { page: startPage, comment: 'Onset?' })
     * await client.documents.removeAnnotation(appealId, documentId, id)
     * console.log((await client.documents.restoreAnnotation(appealId, documentId, id)).comment)
     * ```
     */
    restoreAnnotation: (appealId: string, documentId: string, annotationId: string, options?: WriteOptions) =>
      call('restoreAnnotation', { appealId, documentId, annotationId }, options),

    /**
     * Remove your annotation. Succeeds even if there is no such annotation.
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
     * Keep where you are in a document: the page of the case, zoom and rotation.
     *
     * @example
     * ```ts
     * await client.documents.keepPlace(appealId, documentId, { page: 1, zoom: 1.25, rotation: 90 })
     * ```
     */
    keepPlace: (caseId: string, documentId: string, place: NewPlace, options?: WriteOptions) =>
      call('keepPlace', { caseId, documentId, body: place }, options),

    /**
     * Mark a document as read or unread for yourself.
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
     * File a document on the next free pages. Pass the bytes, or an `uploadId`. An exact duplicate is linked, held for
     * review or refused, according to `onDuplicate` or the settings of the deployment.
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
     * List the documents of a case in any status, or in one: `current`, `held` or `removed`.
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
     * How complete a case is: what each source of documents has, what of it has been filed, what failed and why, and
     * what has arrived since you last looked.
     *
     * @example
     * ```ts
     * const { sources } = await client.documents.sources(caseId)
     * for (const { source, present, expected, arrived } of sources) console.log(source, present, expected, arrived)
     * ```
     */
    sources: (caseId: string, options?: CallOptions) => call('listSources', { caseId }, options),

    /**
     * Mark what the sources of a case have brought as seen by you.
     *
     * @example
     * ```ts
     * const { version } = await client.documents.sources(caseId)
     * await client.documents.looked(caseId, version)
     * ```
     */
    looked: (caseId: string, version: number, options?: WriteOptions) =>
      call('lookAtSources', { caseId, body: { version } }, options),

    /**
     * Get a document in any status, with its versions.
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
     * Add a version of a document, on new pages, from bytes or an upload. Tags stay; annotations follow their words or
     * are marked orphaned.
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
     * Download a document as it was received. Save it; do not display it.
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
     * Propose how to divide a file that seems to hold several documents, with the reasons.
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
     * Divide a document into several. Every page belongs to exactly one, and none moves.
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
     * Update the name, type and dates of a document. Its type suggests the category, if nobody has set one, and the
     * mail type.
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
     * Hold a document, remove it from the file, or admit it, with a reason.
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
     * Unlink a document from the one it duplicates, or link it again.
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

/** The documents of a case: read, tag, annotate, file and revise them. */
export type Documents = ReturnType<typeof documentsOver>
