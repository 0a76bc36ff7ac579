import { queryOptions } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { portico } from './session.ts'

/** How far the engine has come is no event of the case. */
const whileMadeMs = 3000

export const transcriptsQuery = (caseId: string, sessionId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'transcripts'), sessionId],
    queryFn: ({ signal }) => portico().transcripts.list(caseId, sessionId, { signal }),
    refetchInterval: ({ state }) => (state.data?.[0]?.status === 'awaited' ? whileMadeMs : false),
  })

export const transcriptQuery = (caseId: string, sessionId: string, transcriptId: string) =>
  queryOptions({
    queryKey: [...keys.of(caseId, 'transcripts'), sessionId, transcriptId],
    queryFn: ({ signal }) => portico().transcripts.get(caseId, sessionId, transcriptId, { signal }),
  })
