import type { NewIssue } from '@portico/contract/issues'
import { type Fact, Refusal } from '../kernel/decider.ts'
import { namesOf, oneOf } from '../kernel/known-words.ts'
import type { IssueCommandOf } from './commands.ts'
import { combinedEvidence } from './evidence.ts'
import {
  findIssue,
  type IssueState,
  type IssuesState,
  refuseTooMany,
  requireChangeable,
  requireUndecided,
} from './state.ts'
import { type IssueWords, refuseUnknownIneligibility, refuseUnknownType } from './words.ts'

export function order({ caseId, issueIds }: IssueCommandOf<'orderIssues'>, state: IssuesState): Fact[] {
  const named = new Set(issueIds)
  const unknownId = issueIds.find((id) => !state.issueIds.includes(id))
  if (unknownId !== undefined) {
    throw new Refusal('invalid', `There is no issue ${unknownId.slice(0, 100)} in the list.`)
  }
  if (named.size < issueIds.length)
    throw new Refusal('invalid', 'issueIds must not have the same issue twice.')
  const missing = state.issueIds.filter((id) => !named.has(id))
  if (missing.length > 0) {
    throw new Refusal(
      'invalid',
      `issueIds must name every issue of the list: ${missing.length} missing, such as ${missing[0]}.`,
    )
  }
  const signed = (ids: string[]) => ids.filter((id) => state.issues[id]?.signedIn)
  if (!isSameOrder(signed(issueIds), signed(state.issueIds))) {
    throw new Refusal('stateForbids', 'issueIds must keep the order of the issues in a signed decision.')
  }
  return isSameOrder(issueIds, state.issueIds) ? [] : [ordered(caseId, issueIds)]
}

/** The new issues inherit the raised issues and the evidence of the original. */
export function split(command: IssueCommandOf<'splitIssue'>, state: IssuesState, words: IssueWords): Fact[] {
  const { caseId, issueId, into } = command
  const issue = requireUndecided(issueId, state)
  if (into.length < 2) throw new Refusal('invalid', 'into must have at least 2 entries.')
  refuseTooMany(state, into.length)
  for (const part of into) refuseUnknownType(words, part)
  const parts = into.map((part) => part.issueId)
  return [
    { type: 'issue.split', subject: issueId, data: { issueId, into: parts } },
    ...into.flatMap((part, index) => succeed([issue], part, state.nextPosition + index)),
    ordered(caseId, replaceInList(state.issueIds, [issueId], parts)),
  ]
}

/** The merged issue inherits the raised issues and the evidence of all. */
export function merge(command: IssueCommandOf<'mergeIssues'>, state: IssuesState, words: IssueWords): Fact[] {
  const { caseId, issueId, issueIds, into } = command
  const [first, ...others] = issueIds.map((id) => requireUndecided(id, state))
  if (!first || others.length === 0 || new Set(issueIds).size < issueIds.length) {
    throw new Refusal('invalid', 'issueIds must name at least 2 issues, each once.')
  }
  refuseTooMany(state, 1)
  if (into) refuseUnknownType(words, into)
  const issue = { issueId, ...(into ?? first.words) }
  return [
    { type: 'issue.merged', subject: issueId, data: { issueId, from: issueIds } },
    ...succeed([first, ...others], issue, state.nextPosition),
    ordered(caseId, replaceInList(state.issueIds, issueIds, [issueId])),
  ]
}

function succeed(before: IssueState[], issue: { issueId: string } & NewIssue, position: number): Fact[] {
  const raisedIssueIds = [...new Set(before.flatMap((issueState) => issueState.raisedIssueIds))]
  return [
    { type: 'issue.added', subject: issue.issueId, data: { ...issue, position, raisedIssueIds } },
    ...combinedEvidence(before, issue.issueId),
  ]
}

export function remove(
  command: IssueCommandOf<'removeIssue'>,
  state: IssuesState,
  words: IssueWords,
): Fact[] {
  const { issueId, how, reason, why: rawWhy } = command
  const why = rawWhy.trim()
  if (why === '') throw new Refusal('invalid', 'why must not be blank.')
  // An issue on remand may be withdrawn, too.
  if (findIssue(issueId, state).awayOn === undefined) requireUndecided(issueId, state)
  if (how !== 'ineligible' && reason !== undefined) {
    throw new Refusal('invalid', 'reason must be left out unless how is ineligible.')
  }
  if (how === 'ineligible') {
    const accepted = oneOf(namesOf(words.ineligibility))
    if (reason === undefined) throw new Refusal('invalid', `reason must be ${accepted}.`)
    refuseUnknownIneligibility(words, reason)
  }
  const removal = { how, why, ...(reason === undefined ? {} : { reason }) }
  return [{ type: 'issue.removed', subject: issueId, data: { issueId, ...removal } }]
}

/** Withdraws issues at a party's request, with any unsigned decisions on them. */
export function withdraw({ issueIds, why }: IssueCommandOf<'withdrawIssues'>, state: IssuesState): Fact[] {
  const open = state.issueIds.filter((id) => !state.issues[id]?.signedIn)
  for (const id of issueIds ?? []) {
    if (!state.issueIds.includes(id))
      throw new Refusal('invalid', `There is no issue ${id.slice(0, 100)} in the list of this case.`)
    if (state.issues[id]?.awayOn === undefined) requireChangeable(id, state)
  }
  if (issueIds && open.every((id) => issueIds.includes(id))) {
    throw new Refusal('invalid', 'scope must be case, since these are all the issues of the case.')
  }
  return (issueIds ?? open).map((issueId) => ({
    type: 'issue.removed',
    subject: issueId,
    data: { issueId, how: 'withdrawn', why },
  }))
}

export function move({ issueIds, why }: IssueCommandOf<'moveIssues'>, state: IssuesState): Fact[] {
  const isOpen = (id: string) => state.issueIds.includes(id) && !state.issues[id]?.signedIn
  return issueIds.filter(isOpen).map((issueId) => ({
    type: 'issue.removed',
    subject: issueId,
    data: { issueId, how: 'moved', why },
  }))
}

export function leaveContinued(state: IssuesState): Fact[] {
  return Object.entries(state.continued).flatMap(([issueId, caseId]) =>
    move(
      { type: 'moveIssues', caseId, issueIds: [issueId], why: `It goes on as the case ${caseId}.` },
      state,
    ),
  )
}

export function restoreList({ caseId, issueIds }: IssueCommandOf<'restoreList'>, state: IssuesState): Fact[] {
  const restored = issueIds.filter((id) => state.issues[id]?.left === 'withdrawn')
  if (restored.length === 0) return []
  const isListed = (id: string) => state.issueIds.includes(id) || restored.includes(id)
  return [
    ...restored.map((issueId, index) => ({
      type: 'issue.restored' as const,
      subject: issueId,
      data: { issueId, position: state.nextPosition + index },
    })),
    ordered(caseId, issueIds.filter(isListed)),
  ]
}

/** Restores an issue at the end of the list. */
export function restore({ issueId }: IssueCommandOf<'restoreIssue'>, state: IssuesState): Fact[] {
  const { left } = findIssue(issueId, state)
  if (left === null) return []
  if (left === 'moved') throw new Refusal('stateForbids', 'The issue continues in another case.')
  if (left === 'split' || left === 'merged') requireChangeable(issueId, state)
  return [{ type: 'issue.restored', subject: issueId, data: { issueId, position: state.nextPosition } }]
}

function ordered(caseId: string, issueIds: string[]): Fact {
  return { type: 'case.issuesOrdered', subject: caseId, data: { issueIds } }
}

/** Puts `added` in the place of the first of `removed`. */
function replaceInList(list: string[], removed: string[], added: string[]): string[] {
  const index = list.findIndex((id) => removed.includes(id))
  const others = (ids: string[]) => ids.filter((id) => !removed.includes(id))
  return [...others(list.slice(0, index)), ...added, ...others(list.slice(index))]
}

const isSameOrder = (a: string[], b: string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index])
