import type { CaseSource, CaseSources } from '@portico/contract/sources'
import { Refusal } from '../../core/kernel/decider.ts'
import { countSources, type SourceCounts } from '../../projections/source-documents.ts'
import type { Database } from '../../store/db.ts'
import { findLook, keepLook } from '../../store/source-looks.ts'
import { listPolls, type SourcePoll } from '../../store/source-markers.ts'
import { listingsAsked } from '../../store/source-pulls.ts'

/** How complete cases are, by the sources that bring their documents. */
export function openSources({
  db,
  clock,
  boundSources,
}: {
  db: Database
  clock: () => Date
  boundSources: readonly string[]
}) {
  async function list(caseId: string, memberId: string, version: number): Promise<CaseSources> {
    const look = await findLook(db, caseId, memberId)
    const [counted, polls, asked] = await Promise.all([
      countSources(db, caseId, look?.version ?? 0),
      listPolls(db),
      listingsAsked(db, caseId),
    ])
    const names = new Set([...boundSources, ...counted.map(({ source }) => source)])
    const sources = [...names].toSorted().map((source) =>
      completenessOf(source, {
        counts: counted.find((one) => one.source === source),
        poll: polls.find((poll) => poll.source === source),
        asked: asked.find((one) => one.source === source),
        isBound: boundSources.includes(source),
      }),
    )
    return { sources, ...(look ? { lookedAt: look.lookedAt.toISOString() } : {}), version }
  }

  return {
    list,
    /** What came up to this version is not new to the member any more; a look at an earlier one changes nothing. */
    async look(caseId: string, memberId: string, { seen, version }: { seen: number; version: number }) {
      if (seen > version)
        throw new Refusal('conflict', `The case is at version ${version}, not ${seen}: read it again.`)
      await keepLook(db, { caseId, memberId, version: seen, lookedAt: clock() })
      return list(caseId, memberId, version)
    },
  }
}
export type Sources = ReturnType<typeof openSources>

type Known = {
  counts: SourceCounts | undefined
  poll: SourcePoll | undefined
  asked: { isOpen: boolean; error?: string } | undefined
  isBound: boolean
}

const neverAsked =
  'The source has never been asked for the documents of this case: replay the opening of the case to ask it.'

function completenessOf(source: string, { counts, poll, asked, isBound }: Known): CaseSource {
  const { expected = 0, present = 0, failed = 0, failures = [], arrived = 0, arrivals = [] } = counts ?? {}
  // Opened before the source was bound, or brought by a bulk load.
  const isUnasked = isBound && asked === undefined && counts?.listedAt === undefined
  const problem = asked?.error ?? (isUnasked ? neverAsked : undefined) ?? poll?.error
  const syncedMs = Math.max(counts?.listedAt?.getTime() ?? 0, poll?.polledAt?.getTime() ?? 0)
  return {
    source,
    isBound,
    status: isUnasked ? 'listing' : statusOf({ expected, present, failed }, asked),
    ...(problem === undefined ? {} : { problem }),
    expected,
    present,
    failed,
    failures,
    ...(syncedMs > 0 ? { lastSyncAt: new Date(syncedMs).toISOString() } : {}),
    arrived,
    arrivals,
  }
}

function statusOf(
  { expected, present, failed }: Pick<CaseSource, 'expected' | 'present' | 'failed'>,
  asked: Known['asked'],
): CaseSource['status'] {
  if (asked?.isOpen) return 'listing'
  if (present + failed < expected) return 'syncing'
  return failed > 0 || asked?.error !== undefined ? 'incomplete' : 'complete'
}
