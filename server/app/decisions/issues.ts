import { randomBytes } from 'node:crypto'
import type { Action } from '@portico/contract/actions'
import type { Anchor } from '@portico/contract/anchors'
import { type Reading, reads } from '@portico/contract/audience'
import type {
  Citation,
  Issue,
  IssueAction,
  IssueActions,
  IssueList,
  NewCitation,
} from '@portico/contract/issues'
import { issueOffers } from '../../core/issue/deciders.ts'
import { citationOf } from '../../core/issue/evidence.ts'
import { issues } from '../../core/issue/issue.ts'
import { type Call, Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { listCitations } from '../../projections/citations.ts'
import { listIssues } from '../../projections/issues.ts'
import { listHeldTasks } from '../../projections/list-tasks.ts'
import { listTextCitations } from '../../projections/text-citations.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database } from '../../store/db.ts'
import { checkAnchors, findPage, resolveAnchors } from '../anchors/anchors.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { isInterested } from '../work/assignees.ts'

/** Which decisions a reader sees: all, signed ones, or released ones. */
function decisionsSeenBy({ audience }: IssueReader): 'all' | 'signed' | 'released' {
  if (reads(audience, 'deliberation')) return 'all'
  return audience === 'party' ? 'released' : 'signed'
}

export type IssueReader = { audience: Reading }

/** Issues and their evidence. */
export function openIssues(parts: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  recognition: 'on' | 'off'
}) {
  const { db, execute, profileFor, recognition } = parts

  const list = async (caseId: string, reader?: IssueReader): Promise<IssueList> => {
    const seen = reader ? decisionsSeenBy(reader) : 'all'
    const { issues, past } = await listIssues(db, caseId)
    if (seen === 'all') return { issues, past }
    const released = seen === 'released' ? await releasedProducts(db, caseId) : undefined
    const isShown = (productId: string) => released === undefined || released.has(productId)
    const shown = (issue: Issue) => asSigned(issue, isShown)
    return { issues: issues.map(shown), past: past.map(shown) }
  }

  const get = async (caseId: string, issueId: string, reader?: IssueReader) => {
    const { issues, past } = await list(caseId, reader)
    const found = [...issues, ...past].find(({ id }) => id === issueId)
    if (!found) throw new Refusal('notFound', 'There is no such issue in this case.')
    return found
  }

  return {
    list,
    get,

    /** What somebody may do with the issues of the case, of what their roles allow. */
    offers: (caseId: string, { call, allowed }: { call: Call; allowed: readonly Action[] }) =>
      consistentRead(db, async (tx): Promise<IssueActions> => {
        const [profile, tasks] = await Promise.all([profileFor(tx), listHeldTasks(tx, caseId)])
        const context = { ...call, profile }
        const offers = issueOffers({ tasks, context }, allowed)
        if (!(await isInterested(tx, caseId, context))) return offers
        const isFree = (action: IssueAction) => action !== 'decide'
        return { ...offers, may: offers.may.filter(isFree), override: offers.override.filter(isFree) }
      }),

    check: (caseId: string, anchors: readonly Anchor[]) => checkAnchors(db, caseId, anchors, recognition),

    async evidence(caseId: string, issueId: string) {
      await get(caseId, issueId)
      return consistentRead(db, async (tx) => {
        const citations = await listCitations(tx, caseId, { issueId })
        const anchors = citations.map(({ anchor }) => anchor)
        const checks = await checkAnchors(tx, caseId, anchors, recognition)
        return { evidence: citations.map((citation, index) => ({ ...citation, check: checks[index]! })) }
      })
    },

    cite(request: Request, caseId: string, issueId: string, { note, override, ...given }: NewCitation) {
      const made = { id: newId('cite', request.at, randomBytes(10)), documentName: '' }
      let anchor: Anchor
      const underLock = async (tx: Parameters<typeof resolveAnchors>[0]) => {
        const [resolved] = await resolveAnchors(tx, caseId, [given])
        anchor = resolved!.anchor
        made.documentName = resolved!.documentName
        const command = { type: 'cite' as const, caseId, issueId, citationId: made.id, anchor }
        return {
          ...command,
          ...(note === undefined ? {} : { note }),
          ...(override === undefined ? {} : { override }),
        }
      }
      return execute(issues, request, { caseId, underLock }, ({ state }): Citation => {
        const issue = state.issues[issueId]!
        const id = citationOf(issue, anchor)!
        const { isOrphaned, by, at, ...place } = issue.citations[id]!
        return {
          id,
          issueId,
          ...place,
          documentName: made.documentName,
          ...(isOrphaned ? { orphaned: true as const } : {}),
          createdBy: by,
          createdAt: at,
        }
      })
    },

    async citationsOfPage(
      caseId: string,
      page: number,
      { curates, concealed }: { curates: boolean; concealed: readonly string[] },
    ) {
      const [found, citations, inTexts] = await Promise.all([
        findPage(db, caseId, page, { isCurrent: !curates, concealed }),
        listCitations(db, caseId, { page }),
        listTextCitations(db, caseId, page),
      ])
      return { page, ...found, citations, inTexts }
    },
  }
}

export type Issues = ReturnType<typeof openIssues>

async function releasedProducts(db: Database, caseId: string): Promise<Set<string>> {
  const products = await listWorkProducts(db, caseId)
  return new Set(products.flatMap(({ id, released }) => (released ? [id] : [])))
}

function asSigned(
  { decision, signedIn, ...issue }: Issue,
  isShown: (workProductId: string) => boolean,
): Issue {
  if (signedIn !== undefined && isShown(signedIn))
    return { ...issue, signedIn, ...(decision ? { decision } : {}) }
  return { ...issue, status: issue.status === 'decided' ? 'open' : issue.status, citations: 0 }
}
