import { queryOptions } from '@tanstack/react-query'
import { plainly } from '../ui/plain-name.ts'
import { keys } from './keys.ts'
import { portico } from './session.ts'

/** What is asked by more than one screen. What only one asks is beside it. */
export const caseDetail = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'detail'),
    queryFn: async ({ signal }) => plainly(await portico().cases.get(caseId, { signal })),
  })
