import type { DecideIssue, Issue } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useDraft } from '../../data/draft.ts'
import { words as overriding } from '../../words/override.ts'
import { words } from '../../words/reading.ts'
import { profile } from '../queries.ts'
import { useReading } from '../reading.ts'
import { type CaseIssues, decisionText, type IssueWithEvidence } from './use-issues.ts'

const { issues: text } = words

export type Reasons = NonNullable<DecideIssue['reasons']>
type Instructions = NonNullable<DecideIssue['instructions']>

type Draft = {
  disposition: string
  reasons: Reasons
  note: string
  /** One per line. */
  instructions?: string
  override?: string
  /** The decision that this one replaces. */
  was?: string
}

/** A decision in the form: kept until it is saved, and not saved over one that came meanwhile. */
export function useDecisionDraft(issue: IssueWithEvidence, issues: CaseIssues, onClose: () => void) {
  const { say } = useReading()
  const profileInForce = useQuery(profile).data?.profile
  const decisionNow = decisionText(issue.decision)
  const [draft, setDraft, clearDraft, kept] = useDraft<Draft>(`decide.${issue.id}`, {
    disposition: issue.decision?.disposition ?? '',
    reasons: issue.decision?.reasons ?? [],
    note: issue.decision?.note ?? '',
    instructions: linesOf(issue.decision?.instructions),
    was: decisionNow,
  })
  const { disposition, reasons, note, instructions = '', override = '' } = draft
  const offer = issues.offer('decide', issue)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const chosen = profileInForce?.dispositions.find(({ name }) => name === disposition)
  const groups =
    chosen && chosen.reasons !== 'none'
      ? (profileInForce?.reasonGroups.filter(({ dispositions }) => dispositions.includes(disposition)) ?? [])
      : []

  function changedTo(other: Issue['decision']) {
    setDraft({ ...draft, was: decisionText(other) })
    const label = profileInForce?.dispositions.find(({ name }) => name === other?.disposition)?.label
    setProblem(words.notSaved(text.decidedMeanwhile(label ?? text.undecided)))
  }

  async function settle(decision: DecideIssue | undefined) {
    if (draft.was !== undefined && draft.was !== decisionNow) return changedTo(issue.decision)
    if (offer === 'override' && !override.trim()) return setProblem(overriding.missing)
    const inTheirPlace = offer === 'override' ? { override: override.trim() } : {}
    setBusy(true)
    const refused = await issues.decide(issue, { ...decision, ...inTheirPlace }, draft.was ?? decisionNow)
    setBusy(false)
    if (refused)
      return 'problem' in refused ? setProblem(words.notSaved(refused.problem)) : changedTo(refused.found)
    say(text.decided(issue.number, decision ? (chosen?.label ?? decision.disposition) : text.undecided))
    clearDraft()
    onClose()
  }

  return {
    disposition,
    reasons,
    note,
    instructions,
    override,
    kept,
    problem,
    isBusy,
    offer,
    dispositions: profileInForce?.dispositions ?? [],
    chosen,
    groups,
    timings: profileInForce?.reasonTimings ?? [],
    change: (change: Partial<Draft>) => setDraft({ ...draft, ...change }),
    clearProblem: () => setProblem(''),
    undecide: () => void settle(undefined),
    save(event: FormEvent) {
      event.preventDefault()
      if (!chosen) return
      const taken = chosen.reasons === 'none' ? [] : reasons
      if (chosen.reasons === 'required' && taken.length === 0) return setProblem(text.chooseReason)
      const given = chosen.sendsBack ? instructionsOf(instructions, issue.decision?.instructions) : []
      void settle({
        disposition,
        ...(taken.length ? { reasons: taken } : {}),
        ...(given.length ? { instructions: given } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
      })
    },
  }
}

export type DecisionDraft = ReturnType<typeof useDecisionDraft>

const linesOf = (instructions: Instructions = []) => instructions.map(({ text }) => text).join('\n')

/** A line that is unchanged keeps the reason that it answers. */
function instructionsOf(lines: string, before: Instructions = []): Instructions {
  return lines.split('\n').flatMap((line) => {
    const text = line.trim()
    return text ? [before.find((instruction) => instruction.text === text) ?? { text }] : []
  })
}
