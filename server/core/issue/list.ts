import type { NewIssue } from '@portico/contract/issues'
import { type Fact, Refusal } from '../kernel/decider.ts'
import { namesOf, oneOf } from '../kernel/known-words.ts'
import type { IssueCommandOf } from './commands.ts'
import { carried } from './evidence.ts'
import { changeable, found, type IssueState, type IssuesState, refuseTooMany, undecided } from './state.ts'
import { type IssueWords, refuseUnknownIneligibility, refuseUnknownType } from './words.ts'

export function order({ caseId, issueIds }: IssueCommandOf<'orderIssues'>, state: IssuesState): Fact[] {
  const named = new Set(issueIds)
  const stranger = issueIds.find((id) => !state.issueIds.includes(id))
  if (stranger !== undefined) {
    throw new Refusal(
      'invalid',
      `There is no issue ${stranger.slice(0, 100)} in the list: issueIds must name those of the list, each once.`,
    )
  }
  if (named.size < issueIds.length)
    throw new Refusal('invalid', 'issueIds must not name an issue more than once.')
  const missing = state.issueIds.filter((id) => !named.has(id))
  if (missing.length > 0) {
    throw new Refusal(
      'invalid',
      `Every issue of the list must be named once; ${missing.length} missing, ${missing[0]} among them.`,
    )
  }
  const signed = (ids: string[]) => ids.filter((id) => state.issues[id]?.signedIn)
  if (!isSameOrder(signed(issueIds), signed(state.issueIds))) {
    throw new Refusal(
      'stateForbids',
      'Issues that a signed decision decides keep their order until it is recalled.',
    )
  }
  return isSameOrder(issueIds, state.issueIds) ? [] : [ordered(caseId, issueIds)]
}

/** The replacements answer what it answered, and start with its evidence. */
export function split(command: IssueCommandOf<'splitIssue'>, state: IssuesState, words: IssueWords): Fact[] {
  const { caseId, issueId, into } = command
  const issue = undecided(issueId, state)
  if (into.length < 2)
    throw new Refusal('invalid', 'into must have at least 2 entries: an issue is split into two or more.')
  refuseTooMany(state, into.length)
  for (const part of into) refuseUnknownType(words, part)
  const parts = into.map((part) => part.issueId)
  return [
    { type: 'issue.split', subject: issueId, data: { issueId, into: parts } },
    ...into.flatMap((part, index) => succeed([issue], part, state.nextPosition + index)),
    ordered(caseId, inPlaceOf(state.issueIds, [issueId], parts)),
  ]
}

/** The merged issue answers what they answered, and has the evidence of all. */
export function merge(command: IssueCommandOf<'mergeIssues'>, state: IssuesState, words: IssueWords): Fact[] {
  const { caseId, issueId, issueIds, into } = command
  const [first, ...others] = issueIds.map((id) => undecided(id, state))
  if (!first || others.length === 0 || new Set(issueIds).size < issueIds.length) {
    throw new Refusal('invalid', 'issueIds must name at least 2 issues, each once.')
  }
  refuseTooMany(state, 1)
  if (into) refuseUnknownType(words, into)
  const issue = { issueId, ...(into ?? first.words) }
  return [
    { type: 'issue.merged', subject: issueId, data: { issueId, from: issueIds } },
    ...succeed([first, ...others], issue, state.nextPosition),
    ordered(caseId, inPlaceOf(state.issueIds, issueIds, [issueId])),
  ]
}

function succeed(before: IssueState[], issue: { issueId: string } & NewIssue, position: number): Fact[] {
  const raisedIssueIds = [...new Set(before.flatMap((issueState) => issueState.raisedIssueIds))]
  return [
    { type: 'issue.added', subject: issue.issueId, data: { ...issue, position, raisedIssueIds } },
    ...carried(before, issue.issueId),
  ]
}

export function remove(
  command: IssueCommandOf<'removeIssue'>,
  state: IssuesState,
  words: IssueWords,
): Fact[] {
  const { issueId, how, reason, why: given } = command
  const why = given.trim()
  if (why === '') throw new Refusal('invalid', 'why must not be blank: say why the issue leaves the list.')
  // What is away on a remand may be withdrawn, too.
  if (found(issueId, state).awayOn === undefined) undecided(issueId, state)
  if (how !== 'ineligible' && reason !== undefined) {
    throw new Refusal('invalid', 'reason must be left out unless how is ineligible.')
  }
  if (how === 'ineligible') {
    const known = oneOf(namesOf(words.ineligibility))
    if (reason === undefined)
      throw new Refusal('invalid', `reason must say why the issue is ineligible: ${known}.`)
    refuseUnknownIneligibility(words, reason)
  }
  const removal = { how, why, ...(reason === undefined ? {} : { reason }) }
  return [{ type: 'issue.removed', subject: issueId, data: { issueId, ...removal } }]
}

/** By what a party sent: what was decided of them so far and not signed ends with them. */
export function withdraw({ issueIds, why }: IssueCommandOf<'withdrawIssues'>, state: IssuesState): Fact[] {
  const alive = state.issueIds.filter((id) => !state.issues[id]?.signedIn)
  for (const id of issueIds ?? []) {
    if (!state.issueIds.includes(id))
      throw new Refusal('invalid', `There is no issue ${id.slice(0, 100)} in the list of this case.`)
    if (state.issues[id]?.awayOn === undefined) changeable(id, state)
  }
  if (issueIds && alive.every((id) => issueIds.includes(id))) {
    throw new Refusal('invalid', 'These are all the issues of the case: scope must be case.')
  }
  return (issueIds ?? alive).map((issueId) => ({
    type: 'issue.removed',
    subject: issueId,
    data: { issueId, how: 'withdrawn', why },
  }))
}

export function move({ issueIds, why }: IssueCommandOf<'moveIssues'>, state: IssuesState): Fact[] {
  const isAlive = (id: string) => state.issueIds.includes(id) && !state.issues[id]?.signedIn
  return issueIds.filter(isAlive).map((issueId) => ({
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
  const back = issueIds.filter((id) => state.issues[id]?.left === 'withdrawn')
  if (back.length === 0) return []
  const isListed = (id: string) => state.issueIds.includes(id) || back.includes(id)
  return [
    ...back.map((issueId, index) => ({
      type: 'issue.restored' as const,
      subject: issueId,
      data: { issueId, position: state.nextPosition + index },
    })),
    ordered(caseId, issueIds.filter(isListed)),
  ]
}

/** At the end of the list: its old place is taken. */
export function restore({ issueId }: IssueCommandOf<'restoreIssue'>, state: IssuesState): Fact[] {
  const { left } = found(issueId, state)
  if (left === null) return []
  if (left === 'moved') throw new Refusal('stateForbids', 'The issue continues in another case.')
  if (left === 'split' || left === 'merged') changeable(issueId, state)
  return [{ type: 'issue.restored', subject: issueId, data: { issueId, position: state.nextPosition } }]
}

function ordered(caseId: string, issueIds: string[]): Fact {
  return { type: 'case.issuesOrdered', subject: caseId, data: { issueIds } }
}

/** Replaces the first of those with these. */
function inPlaceOf(list: string[], those: string[], these: string[]): string[] {
  const at = list.findIndex((id) => those.includes(id))
  const others = (ids: string[]) => ids.filter((id) => !those.includes(id))
  return [...others(list.slice(0, at)), ...these, ...others(list.slice(at))]
}

const isSameOrder = (a: string[], b: string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index])
