import { queryOptions } from '@tanstack/react-query'
import { plainName } from '../ui/plain-name.ts'
import { keys } from './keys.ts'
import { portico } from './session.ts'

/** What is asked by more than one screen. What only one asks is beside it. */
export const caseDetail = (caseId: string) =>
  queryOptions({
    queryKey: keys.of(caseId, 'detail'),
    queryFn: async ({ signal }) => {
      const found = await portico().cases.get(caseId, { signal })
      const plain = Object.entries(found.veteran).map(([part, name]) => [part, plainName(name)])
      return { ...found, veteran: Object.fromEntries(plain) as typeof found.veteran }
    },
  })
