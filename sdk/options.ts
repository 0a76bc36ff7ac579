import type { ContentOptions } from './content.ts'
import type { EventPageOptions, EventsOptions } from './event-options.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'

export type { EventPageOptions } from './event-options.ts'

/** Positions are numbers or cursors. */
export type ChangesOptions = Pick<EventsOptions, 'after'> & CallOptions
export type HistoryOptions = Omit<EventPageOptions, 'types'>

/** Filters are ANDed. */
export type CasesOptions = QueryOf<'listCases'> & CallOptions

/** `at` is a time or an event position: the state as it was then. */
export type StateOptions = CallOptions & { at?: number | string | Date | undefined }

/** Which documents to search, and which page of hits to return. */
export type CaseSearchOptions = Omit<QueryOf<'searchCase'>, 'q'> & CallOptions

/** Which documents of the file to return. */
export type PageMapOptions = QueryOf<'getPageMap'> & CallOptions

export type FileOptions = QueryOf<'getFile'> & CallOptions
export type CaseDocumentsOptions = QueryOf<'listCaseDocuments'> & CallOptions
export type DirectoryOptions = QueryOf<'listDirectory'> & CallOptions
export type ImportOptions = QueryOf<'startImport'> & WriteOptions
export type PiecesOptions = QueryOf<'listPieces'> & CallOptions
export type ProfileChangesOptions = QueryOf<'getProfileChanges'> & CallOptions
export type RankingOptions = QueryOf<'listRanking'> & CallOptions
/** What a report may be downloaded as. */
export type ReportFileFormat = 'csv' | 'ndjson' | 'parquet'
export type ReportOptions = Omit<QueryOf<'getReport'>, 'format'> & CallOptions
export type RunsOptions = QueryOf<'listRuns'> & CallOptions
export type TaskPageOptions = QueryOf<'listQueueTasks'> & CallOptions
export type TasksOptions = QueryOf<'listTasks'> & CallOptions

export type DecisionOptions = QueryOf<'getDecisionFile'> & CallOptions

export type DecisionFileOptions = DecisionOptions &
  ContentOptions & {
    /** The sealed PDF, or a ZIP with its proof for `portico verify`. */
    format?: 'pdf' | 'zip' | undefined
  }

export type DocumentContentOptions = ContentOptions & {
  /** Defaults to the current version. */
  version?: number | undefined
}

export type TagOptions = WriteOptions & {
  /** Who sees the tag: staff (the default), or everyone who sees the case. */
  visibility?: 'staff' | 'case' | undefined
}
