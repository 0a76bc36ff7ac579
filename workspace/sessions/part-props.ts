import type { SessionsSearch } from '../frame/search-params.ts'

/** Each part shows what its address says, and says in its address what it shows. */
export type PartProps = { search: SessionsSearch; change: (changes: Partial<SessionsSearch>) => void }
