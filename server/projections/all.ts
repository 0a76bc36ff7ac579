import { aliases, cases } from './cases.ts'
import { annotations, documents, readMarks, tags } from './documents.ts'
import type { Projection } from './projection.ts'

export const allProjections: readonly Projection[] = [cases, aliases, documents, tags, annotations, readMarks]
