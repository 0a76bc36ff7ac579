import type { Database } from '../store/db.ts'
import type { Execute, ProfileFor } from './engine/execute.ts'

/** What most subjects work with: the database, the way to change a case, the profile in force, the clock. */
export type Desk = { db: Database; execute: Execute; profileFor: ProfileFor; clock: () => Date }
