import type { AccessGrants } from './access-grants.ts'
import type { CaseWork } from './case-work.ts'
import type { ContentOptions, FileContent } from './content.ts'
import type { Custody } from './custody.ts'
import type { Decisions } from './decisions.ts'
import type { Deliveries } from './deliveries.ts'
import type { Distribution } from './distribution.ts'
import type { Issues } from './issues.ts'
import type { Directory, Invitations, MeCalls, Members, Teams } from './members.ts'
import type { Parties } from './parties.ts'
import type { Profiles } from './profile.ts'
import type { Queues } from './queues.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { Sessions } from './sessions.ts'
import type { Tasks } from './tasks.ts'
import type {
  AccessPage,
  Annotation,
  AppealDetail,
  AppealSummary,
  Case,
  CaseDocument,
  CaseDocumentDetail,
  CaseSearchResult,
  CaseState,
  Document,
  DocumentSummary,
  EditDocument,
  EventPage,
  Import,
  ImportError,
  ImportList,
  NewAnnotation,
  NewCase,
  NewDocument,
  NewPart,
  OpenedCase,
  PageMap,
  PageText,
  PorticoEvent,
  ProposedDivision,
  ReadState,
  ScopedAccess,
  SearchResult,
  SetDocumentStatus,
  Tag,
  Upload,
} from './types.ts'
import type { WorkProducts } from './work-products.ts'

export type EventType = PorticoEvent['type']
export type EventOf<Type extends EventType> = Extract<PorticoEvent, { type: Type }>

export type FileOptions = CallOptions & {
  /** One PDF, or a ZIP with one PDF a document and a manifest. */
  format?: 'pdf' | 'zip' | undefined
  /** Write annotations into the PDF as real PDF annotations. */
  annotations?: boolean | undefined
}

/** `at` is a time or an event's position: the state as it was then. */
export type StateOptions = CallOptions & { at?: number | string | Date | undefined }

/** Which documents of the case are searched, and which part of the hits is wanted. */
export type CaseSearchOptions = CallOptions & {
  documentId?: string | undefined
  category?: string | undefined
  tag?: string | undefined
  /** Only documents that you have marked read, or only the others. */
  read?: boolean | undefined
  /** By receipt date, `YYYY-MM-DD`, both days included. */
  receivedFrom?: string | undefined
  receivedTo?: string | undefined
  /** A page, or the `next` of the answer before: only hits behind it. */
  after?: number | string | undefined
  /** At most 200; 50 where it is left out. */
  limit?: number | undefined
}

export type EventsOptions<Type extends EventType = EventType> = CallOptions & {
  /** A position, or the `next` of the page before: only events behind it. */
  after?: number | string | undefined
  types?: readonly Type[] | undefined
}

export type EventPageOptions<Type extends EventType = EventType> = EventsOptions<Type> & {
  /** At most 1000. */
  limit?: number | undefined
}

export type PageOptions = CallOptions & {
  /** The `next` of the page before. */
  after?: number | string | undefined
  /** At most 1000; 500 of the versions of a work product, 200 of a profile. */
  limit?: number | undefined
}

export type WatchOptions<Type extends EventType = EventType> = EventsOptions<Type> & {
  /** After how much silence the connection counts as lost. The service sends heartbeats. */
  stallTimeoutMs?: number | undefined
}

export type TagOptions = WriteOptions & {
  /** Who sees the tag: staff alone, as it is unless you say so, or everyone who sees the case. */
  visibility?: 'staff' | 'case' | undefined
}

export type ImportOptions = WriteOptions & {
  /** Look at every row, and write nothing. */
  dryRun?: boolean | undefined
}

export type ImportListOptions = CallOptions & {
  /** An import, or the `next` of the page before: only those made before it. */
  after?: string | undefined
  /** At most 200; 50 where it is left out. */
  limit?: number | undefined
}

/** A document whatever its status, with the versions that it has had. */
export type DocumentWithVersions = CaseDocumentDetail['document']

export type CaseDocumentsOptions = CallOptions & { status?: CaseDocument['status'] | undefined }

export type SendOptions = CallOptions & {
  /** Left out, it is the name of a `File`. */
  name?: string | undefined
  /** The hash that the bytes must have, in hex: where they have another, they are not taken in. */
  sha256?: string | undefined
  /** An upload of yours that broke off, to go on with. */
  uploadId?: string | undefined
  onProgress?: ((upload: Upload) => void) | undefined
}

/** What a client can do: `PorticoClient` does it over HTTP, `createMockClient` in memory. */
export type Portico = {
  appeals: {
    /**
     * Every appeal, most recently uploaded first.
     *
     * @example
     * ```ts
     * for (const { id, docketNumber } of await client.appeals.list()) console.log(id, docketNumber)
     * ```
     */
    list(options?: CallOptions): Promise<AppealSummary[]>

    /**
     * One appeal, and how many documents it has.
     *
     * @example
     * ```ts
     * const { appeal, documentCount } = await client.appeals.get(appealId)
     * console.log(appeal.veteran.lastName, documentCount)
     * ```
     */
    get(appealId: string, options?: CallOptions): Promise<AppealDetail>

    /**
     * The whole case file as a stream: one PDF, or a ZIP with one PDF a document.
     *
     * @example
     * ```ts
     * const file = await client.appeals.file(appealId, { format: 'zip' })
     * const blob = await new Response(file.stream).blob()
     * console.log(file.contentType, blob.size)
     * ```
     */
    file(appealId: string, options?: FileOptions): Promise<FileContent>
  }

  documents: {
    /**
     * The documents of an appeal, as arranged, with their tags.
     *
     * @example
     * ```ts
     * const documents = await client.documents.list(appealId)
     * console.log(documents.filter((document) => !document.read).map((document) => document.name))
     * ```
     */
    list(appealId: string, options?: CallOptions): Promise<DocumentSummary[]>

    /**
     * One document, with its annotations.
     *
     * @example
     * ```ts
     * const document = await client.documents.get(appealId, documentId)
     * console.log(document.name, document.annotations.length)
     * ```
     */
    get(appealId: string, documentId: string, options?: CallOptions): Promise<Document>

    /**
     * The PDF of one document as a stream, whole or a range of its bytes.
     *
     * @example
     * ```ts
     * const start = await client.documents.content(appealId, documentId, { range: { start: 0, end: 4 } })
     * console.log(await new Response(start.stream).text(), 'of', start.range?.total, 'bytes')
     * ```
     */
    content(appealId: string, documentId: string, options?: ContentOptions): Promise<FileContent>

    /**
     * Arranges the documents of an appeal: name every one, once. Page numbers stay as they are.
     *
     * @example
     * ```ts
     * const ids = (await client.documents.list(appealId)).map((document) => document.id)
     * await client.documents.arrange(appealId, ids.reverse())
     * ```
     */
    arrange(
      appealId: string,
      documentIds: readonly string[],
      options?: WriteOptions,
    ): Promise<DocumentSummary[]>
  }

  /**
   * Searches the text of every page of an appeal: one hit a page, in page order, at most 50.
   * Words are ANDed; `"a phrase"`, `OR`, `-not` and `prefix*` are understood.
   *
   * @example
   * ```ts
   * const { hits } = await client.search(appealId, 'veteran')
   * for (const { page, snippet } of hits) console.log(page, snippet)
   * ```
   */
  search(appealId: string, query: string, options?: CallOptions): Promise<SearchResult>

  tags: {
    /**
     * Adds a tag to a document. One that is there already is answered as it stands. Tags of staff are for staff,
     * unless `visibility` says that they are for everyone who sees the case.
     *
     * @example
     * ```ts
     * const tag = await client.tags.add(appealId, documentId, 'favorable evidence')
     * console.log(tag.createdBy, tag.createdAt)
     * await client.tags.add(appealId, documentId, 'exhibit A', { visibility: 'case' })
     * ```
     */
    add(appealId: string, documentId: string, text: string, options?: TagOptions): Promise<Tag>

    /**
     * Removes a tag. One that is not there is removed already.
     *
     * @example
     * ```ts
     * await client.tags.remove(appealId, documentId, 'favorable evidence')
     * ```
     */
    remove(appealId: string, documentId: string, text: string, options?: WriteOptions): Promise<void>
  }

  annotations: {
    /**
     * Annotates a page of a document. `x` and `y` run from 0 to 1, from the top left.
     *
     * @example
     * ```ts
     * const { startPage } = await client.documents.get(appealId, documentId)
     * const annotation = await client.annotations.create(appealId, documentId, {
     *   page: startPage,
     *   x: 0.25,
     *   y: 0.4,
     *   comment: 'The onset is dated here.',
     *   relevantDate: '1998-04-30',
     * })
     * console.log(annotation.id)
     * ```
     */
    create(
      appealId: string,
      documentId: string,
      annotation: NewAnnotation,
      options?: WriteOptions,
    ): Promise<Annotation>

    /**
     * Removes an annotation of your own. One that is not there is removed already.
     *
     * @example
     * ```ts
     * const { startPage } = await client.documents.get(appealId, documentId)
     * const { id } = await client.annotations.create(appealId, documentId, { page: startPage })
     * await client.annotations.remove(appealId, documentId, id)
     * ```
     */
    remove(appealId: string, documentId: string, annotationId: string, options?: WriteOptions): Promise<void>
  }

  readState: {
    /**
     * Marks a document read or unread, for yourself.
     *
     * @example
     * ```ts
     * const { read, at } = await client.readState.set(appealId, documentId, true)
     * console.log(read, at)
     * ```
     */
    set(appealId: string, documentId: string, read: boolean, options?: WriteOptions): Promise<ReadState>
  }

  cases: CaseWork & {
    /**
     * The case: the same record as the appeal of that id.
     *
     * @example
     * ```ts
     * const { version, pageCount } = await client.cases.get(appealId)
     * console.log(version, pageCount)
     * ```
     */
    get(caseId: string, options?: CallOptions): Promise<Case>

    /**
     * Where the case stands, and why; now, or as it was at a position or time.
     *
     * @example
     * ```ts
     * const { status, why } = await client.cases.state(appealId)
     * console.log(status, why)
     * ```
     */
    state(caseId: string, options?: StateOptions): Promise<CaseState>

    /**
     * Pages that the query finds, each with its document and what to highlight; how many there are; and
     * comments and tags. The query language is that of `search`.
     *
     * @example
     * ```ts
     * const found = await client.cases.search(appealId, 'veteran', { category: 'medical', limit: 20 })
     * console.log(found.total, found.corrected)
     * for (const { page, document, snippet, matches } of found.hits) {
     *   console.log(document.name, page, matches.map(({ start, end }) => snippet.slice(start, end)))
     * }
     * ```
     */
    search(caseId: string, query: string, options?: CaseSearchOptions): Promise<CaseSearchResult>

    /**
     * The text of a page, and where each of its words is printed: parts of the page, from its top left corner.
     *
     * @example
     * ```ts
     * const { id, startPage } = await client.documents.get(appealId, documentId)
     * const { text, words } = await client.cases.pageText(appealId, id, startPage)
     * for (const { start, end, left, top } of words) console.log(text.slice(start, end), left, top)
     * ```
     */
    pageText(caseId: string, documentId: string, page: number, options?: CallOptions): Promise<PageText>

    /**
     * A page of the case's events, oldest first.
     *
     * @example
     * ```ts
     * let next: string | undefined
     * do {
     *   const page = await client.cases.events(appealId, { after: next, limit: 50 })
     *   for (const event of page.events) console.log(event.sequence, event.type)
     *   next = page.next
     * } while (next !== undefined)
     * ```
     */
    events(caseId: string, options?: EventPageOptions): Promise<EventPage>

    /**
     * Which pages of each document are in the file already, and where: to the word, or nearly.
     *
     * @example
     * ```ts
     * const { pages, uniquePages, documents } = await client.cases.pageMap(appealId)
     * console.log(pages, uniquePages)
     * for (const { name, duplicates } of documents) console.log(name, duplicates.length)
     * ```
     */
    pageMap(caseId: string, options?: CallOptions): Promise<PageMap>

    /**
     * A page of who downloaded, viewed or searched the case, oldest first, for roles that may know.
     *
     * @example
     * ```ts
     * const { entries, next } = await client.cases.accessLog(appealId, { limit: 50 })
     * for (const { at, member, kind, what } of entries) console.log(at, member.name, kind, what.of)
     * console.log(next)
     * ```
     */
    accessLog(caseId: string, options?: PageOptions): Promise<AccessPage>

    /**
     * Signed URLs for the bytes of the case's documents, good for some minutes and without a token: for an
     * application that reads pages straight from the store, by ranges.
     *
     * @example
     * ```ts
     * const { documents, files, expiresAt } = await client.cases.scopedAccess(appealId)
     * const [file] = files
     * if (file) {
     *   const start = await fetch(file.url, { headers: { range: 'bytes=0-1023' } })
     *   console.log(documents.length, (await start.arrayBuffer()).byteLength, expiresAt)
     * }
     * ```
     */
    scopedAccess(caseId: string, options?: CallOptions): Promise<ScopedAccess['access']>

    /**
     * The case's events as they happen, beginning behind `after` or with the first. A dropped connection
     * is resumed: no event is missed, none comes twice. It ends when you leave the loop or abort the signal.
     *
     * @example
     * ```ts
     * for await (const event of client.cases.watch(appealId, { types: ['document.filed'] })) {
     *   console.log(event.data?.name)
     *   break
     * }
     * ```
     */
    watch<Type extends EventType = EventType>(
      caseId: string,
      options?: WatchOptions<Type>,
    ): AsyncGenerator<EventOf<Type>, void, void>
  }

  tasks: Tasks
  queues: Queues
  distribution: Distribution
  sessions: Sessions
  parties: Parties
  accessGrants: AccessGrants

  me: MeCalls
  directory: Directory
  members: Members
  teams: Teams
  invitations: Invitations
  issues: Issues
  workProducts: WorkProducts
  decisions: Decisions
  deliveries: Deliveries
  profile: Profiles
  custody: Custody

  intake: {
    /**
     * Opens a case, with or without its file. Its documents are those that you name, or those of the file's
     * outline, or the file as one. It may be a PDF, an image, a TIFF, a Word document or a text.
     *
     * @example
     * ```ts
     * const file = new Blob(['The knee gave way in 1998.'])
     * const opened = await client.intake.openCase(
     *   { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' },
     *   file,
     * )
     * console.log(opened.case.docketNumber, opened.documents.length)
     * ```
     */
    openCase(given: NewCase, file?: Blob, options?: WriteOptions): Promise<OpenedCase>

    /**
     * Files a document: it gets the next free pages. Give the bytes, or name an upload in `uploadId`. Bytes that
     * the file has already are linked, held for a person or refused, as `onDuplicate` or the deployment says.
     *
     * @example
     * ```ts
     * const statement = new Blob(['It has hurt ever since.'])
     * const filed = await client.intake.fileDocument(
     *   appealId,
     *   { name: 'Lay statement', categories: ['other'], onDuplicate: 'link' },
     *   statement,
     * )
     * console.log(filed.status, filed.startPage, filed.endPage)
     * ```
     */
    fileDocument(
      caseId: string,
      document: NewDocument,
      file?: Blob,
      options?: WriteOptions,
    ): Promise<DocumentWithVersions>

    /**
     * The documents of a case whatever their status, or those of one: `current`, `held` or `removed`.
     *
     * @example
     * ```ts
     * const held = await client.intake.documents(appealId, { status: 'held' })
     * for (const { name, why } of held) console.log(name, why)
     * ```
     */
    documents(caseId: string, options?: CaseDocumentsOptions): Promise<CaseDocument[]>

    /**
     * One document whatever its status, with its versions.
     *
     * @example
     * ```ts
     * const { versions } = await client.intake.document(appealId, documentId)
     * for (const { version, startPage, filedBy } of versions) console.log(version, startPage, filedBy)
     * ```
     */
    document(caseId: string, documentId: string, options?: CallOptions): Promise<DocumentWithVersions>

    /**
     * A new version of a document, on new pages: by its bytes, or by an upload that has them. Tags stay;
     * annotations move to where their words are now, or are marked orphaned.
     *
     * @example
     * ```ts
     * const draft = new Blob(['It hurt for a year.'])
     * const { id } = await client.intake.fileDocument(appealId, { name: 'Statement', onDuplicate: 'link' }, draft)
     * const revised = await client.intake.revise(appealId, id, new Blob(['It hurt for two years.']))
     * console.log(revised.version, revised.startPage)
     * ```
     */
    revise(
      caseId: string,
      documentId: string,
      file: Blob | { uploadId: string },
      options?: WriteOptions,
    ): Promise<DocumentWithVersions>

    /**
     * The PDF of one version of a document as a stream, whole or a range of its bytes.
     *
     * @example
     * ```ts
     * const first = await client.intake.version(appealId, documentId, 1)
     * console.log((await new Response(first.stream).arrayBuffer()).byteLength)
     * ```
     */
    version(
      caseId: string,
      documentId: string,
      version: number,
      options?: ContentOptions,
    ): Promise<FileContent>

    /**
     * The bytes of a document as they were received, as a stream: to be saved, not to be shown.
     *
     * @example
     * ```ts
     * const original = await client.intake.original(appealId, documentId)
     * console.log((await new Response(original.stream).arrayBuffer()).byteLength)
     * ```
     */
    original(caseId: string, documentId: string, options?: ContentOptions): Promise<FileContent>

    /**
     * Where a file that came as one seems to hold several documents, each with the reasons.
     *
     * @example
     * ```ts
     * const { parts, pagesRead } = await client.intake.proposeDivision(appealId, documentId)
     * for (const { name, firstPage, reasons } of parts) console.log(name, firstPage, reasons)
     * console.log(pagesRead)
     * ```
     */
    proposeDivision(caseId: string, documentId: string, options?: CallOptions): Promise<ProposedDivision>

    /**
     * Divides a document into several, as proposed or otherwise. Every page belongs to one; none moves.
     *
     * @example
     * ```ts
     * const pages = new Blob(['Rating decision\fExamination'])
     * const { id } = await client.intake.fileDocument(appealId, { name: 'Mail', onDuplicate: 'link' }, pages)
     * const [decision, examination] = await client.intake.divide(appealId, id, [
     *   { name: 'Rating decision', pageCount: 1 },
     *   { name: 'Examination', pageCount: 1, categories: ['medical'] },
     * ])
     * console.log(decision?.endPage, examination?.startPage)
     * ```
     */
    divide(
      caseId: string,
      documentId: string,
      parts: readonly NewPart[],
      options?: WriteOptions,
    ): Promise<CaseDocument[]>

    /**
     * Says anew what a document is. Its type suggests the category, where nobody has sorted it, and what mail it is.
     *
     * @example
     * ```ts
     * const letter = new Blob(['Please advance my appeal.'])
     * const { id } = await client.intake.fileDocument(appealId, { name: 'Letter', onDuplicate: 'link' }, letter)
     * const { categories, suggestedMail } = await client.intake.edit(appealId, id, { documentType: 'motion' })
     * console.log(categories, suggestedMail)
     * ```
     */
    edit(
      caseId: string,
      documentId: string,
      changes: EditDocument,
      options?: WriteOptions,
    ): Promise<DocumentWithVersions>

    /**
     * Holds a document, removes it from the file, or admits it, and says why.
     *
     * @example
     * ```ts
     * const letter = new Blob(['For somebody else.'])
     * const { id } = await client.intake.fileDocument(appealId, { name: 'Letter', onDuplicate: 'link' }, letter)
     * await client.intake.setStatus(appealId, id, { status: 'removed', why: 'It is of another case.' })
     * ```
     */
    setStatus(
      caseId: string,
      documentId: string,
      status: SetDocumentStatus,
      options?: WriteOptions,
    ): Promise<DocumentWithVersions>

    /**
     * Undoes the link between a document and what it repeats, or makes it again.
     *
     * @example
     * ```ts
     * const note = new Blob(['Sent twice.'])
     * await client.intake.fileDocument(appealId, { name: 'Note' }, note)
     * const copy = await client.intake.fileDocument(appealId, { name: 'Note', onDuplicate: 'link' }, note)
     * const { duplicates } = await client.intake.setLinked(appealId, copy.id, false)
     * console.log(duplicates?.linked)
     * ```
     */
    setLinked(
      caseId: string,
      documentId: string,
      linked: boolean,
      options?: WriteOptions,
    ): Promise<DocumentWithVersions>
  }

  uploads: {
    /**
     * Sends a large file in parts, and goes on where it broke: what has arrived stays. The upload can then be
     * opened as a case, filed or made a revision. `timeoutMs` is for each part. Where it fails in the end,
     * `uploadId` goes on later, with the same bytes.
     *
     * @example
     * ```ts
     * const scan = new Blob(['Imagine a file of 300 MB.'])
     * const upload = await client.uploads.send(scan, {
     *   name: 'claims-file.txt',
     *   onProgress: ({ offset, bytes }) => console.log(`${Math.round((100 * offset) / bytes)} %`),
     * })
     * const document = { name: 'Claims file', uploadId: upload.id, onDuplicate: 'link' } as const
     * console.log((await client.intake.fileDocument(appealId, document)).status)
     * ```
     */
    send(file: Blob, options?: SendOptions): Promise<Upload>

    /**
     * An upload of your own, and how much of it is there.
     *
     * @example
     * ```ts
     * const { id } = await client.uploads.send(new Blob(['Soon.']))
     * const { offset, bytes, expiresAt } = await client.uploads.get(id)
     * console.log(offset === bytes, expiresAt)
     * ```
     */
    get(uploadId: string, options?: CallOptions): Promise<Upload>

    /**
     * Drops an upload. What was filed from it stays.
     *
     * @example
     * ```ts
     * const { id } = await client.uploads.send(new Blob(['Never mind.']))
     * await client.uploads.remove(id)
     * ```
     */
    remove(uploadId: string, options?: CallOptions): Promise<void>
  }

  events: {
    /**
     * A page of the events of all cases, oldest first, for roles that may read them.
     *
     * @example
     * ```ts
     * const { events, next } = await client.events.list({ types: ['case.opened'], limit: 10 })
     * console.log(events.length, next)
     * ```
     */
    list(options?: EventPageOptions): Promise<EventPage>

    /**
     * The events of all cases as they happen, like `cases.watch`.
     *
     * @example
     * ```ts
     * const stop = new AbortController()
     * for await (const event of client.events.watch({ signal: stop.signal })) {
     *   console.log(event.caseId, event.type)
     *   stop.abort()
     * }
     * ```
     */
    watch<Type extends EventType = EventType>(
      options?: WatchOptions<Type>,
    ): AsyncGenerator<EventOf<Type>, void, void>
  }

  imports: {
    /**
     * Loads cases in bulk, for roles that may: a ZIP with a `manifest.ndjson` and its files, or a manifest alone.
     * It goes on in the background; a large file needs a `timeoutMs` of its own to be sent.
     *
     * @example
     * ```ts
     * const manifest = '{"type":"manifest","version":1,"source":"old-system"}\n'
     * const { id } = await client.imports.start(new Blob([manifest]), { dryRun: true })
     * console.log(id)
     * ```
     */
    start(file: Blob | Uint8Array<ArrayBuffer>, options?: ImportOptions): Promise<Import>

    /**
     * The bulk loads, newest first.
     *
     * @example
     * ```ts
     * const { imports } = await client.imports.list({ limit: 10 })
     * for (const { id, status, rows } of imports) console.log(id, status, rows.failed)
     * ```
     */
    list(options?: ImportListOptions): Promise<ImportList>

    /**
     * How far a bulk load is, how fast, and how long it will take.
     *
     * @example
     * ```ts
     * const { id } = await client.imports.start(new Blob(['{"type":"manifest","version":1}']))
     * const { status, bytesRead, bytes, secondsLeft } = await client.imports.get(id)
     * console.log(status, bytesRead / bytes, secondsLeft)
     * ```
     */
    get(importId: string, options?: CallOptions): Promise<Import>

    /**
     * The rows that failed, by line, beginning behind the line `after`.
     *
     * @example
     * ```ts
     * const { id } = await client.imports.start(new Blob(['{"type":"manifest","version":1}']))
     * for await (const { line, error } of client.imports.errors(id)) console.log(line, error)
     * ```
     */
    errors(
      importId: string,
      options?: CallOptions & { after?: number | undefined },
    ): AsyncGenerator<ImportError, void, void>

    /**
     * Pauses, resumes or cancels a bulk load. What is loaded stays.
     *
     * @example
     * ```ts
     * const [latest] = (await client.imports.list({ limit: 1 })).imports
     * if (latest?.status === 'running') await client.imports.setStatus(latest.id, 'paused')
     * ```
     */
    setStatus(
      importId: string,
      status: 'running' | 'paused' | 'cancelled',
      options?: CallOptions,
    ): Promise<Import>
  }

  /**
   * Ends the session: its token and refresh tokens stop working at once.
   *
   * @example
   * ```ts
   * await client.signOut()
   * ```
   */
  signOut(options?: CallOptions): Promise<void>
}
