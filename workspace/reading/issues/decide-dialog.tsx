import type { DecideIssue, Issue } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../../data/draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeptDraftNote } from '../../ui/kept-draft.tsx'
import { words as overriding } from '../../words/override.ts'
import { words } from '../../words/reading.ts'
import { profile } from '../queries.ts'
import { useReading } from '../reading.ts'
import { InTheirPlace } from './in-their-place.tsx'
import { type CaseIssues, decisionText, type IssueWithEvidence } from './use-issues.ts'

const { issues: said } = words

type Reasons = NonNullable<DecideIssue['reasons']>
type Draft = {
  disposition: string
  reasons: Reasons
  note: string
  /** One a line. */
  instructions?: string
  override?: string
  /** The decision that there was when this was begun. */
  was?: string
}

type Instructions = NonNullable<DecideIssue['instructions']>

const linesOf = (instructions: Instructions = []) => instructions.map(({ text }) => text).join('\n')

/** A line that stays as it was keeps the reason that it answers. */
function instructionsOf(lines: string, before: Instructions = []): Instructions {
  return lines.split('\n').flatMap((line) => {
    const text = line.trim()
    return text ? [before.find((one) => one.text === text) ?? { text }] : []
  })
}

/** Decides one issue in the words of the profile: a disposition, and its reasons where it takes some. */
export function DecideDialog({
  issue,
  issues,
  onClose,
}: {
  issue: IssueWithEvidence
  issues: CaseIssues
  onClose: () => void
}) {
  const { say } = useReading()
  const known = useQuery(profile).data?.profile
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
  const setReasons = (reasons: Reasons) => setDraft({ ...draft, reasons })
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const ids = { note: useId(), instructions: useId(), problem: useId() }
  const chosen = known?.dispositions.find(({ name }) => name === disposition)
  const groups =
    chosen && chosen.reasons !== 'none'
      ? (known?.reasonGroups.filter(({ dispositions }) => dispositions.includes(disposition)) ?? [])
      : []

  async function settle(decision: DecideIssue | undefined) {
    const changedTo = (other: Issue['decision']) => {
      setDraft({ ...draft, was: decisionText(other) })
      const label = known?.dispositions.find(({ name }) => name === other?.disposition)?.label
      setProblem(words.notSaved(said.decidedMeanwhile(label ?? said.undecided)))
    }
    if (draft.was !== undefined && draft.was !== decisionNow) return changedTo(issue.decision)
    if (offer === 'override' && !override.trim()) return setProblem(overriding.missing)
    const inTheirPlace = offer === 'override' ? { override: override.trim() } : {}
    setBusy(true)
    const refused = await issues.decide(issue, { ...decision, ...inTheirPlace }, draft.was ?? decisionNow)
    setBusy(false)
    if (refused)
      return 'problem' in refused ? setProblem(words.notSaved(refused.problem)) : changedTo(refused.found)
    say(said.decided(issue.number, decision ? (chosen?.label ?? decision.disposition) : said.undecided))
    clearDraft()
    onClose()
  }

  function save(event: FormEvent) {
    event.preventDefault()
    if (!chosen) return
    const taken = chosen.reasons === 'none' ? [] : reasons
    if (chosen.reasons === 'required' && taken.length === 0) return setProblem(said.chooseReason)
    const given = chosen.sendsBack ? instructionsOf(instructions, issue.decision?.instructions) : []
    void settle({
      disposition,
      ...(taken.length ? { reasons: taken } : {}),
      ...(given.length ? { instructions: given } : {}),
      ...(note.trim() ? { note: note.trim() } : {}),
    })
  }

  const timings = known?.reasonTimings ?? []
  return (
    <Dialog title={said.decideTitle(issue.number)} onClose={onClose}>
      <KeptDraftNote kept={kept} />
      <form className="decide" onSubmit={save}>
        <p>{issue.description ?? issue.issueType}</p>
        <fieldset>
          <legend>{said.disposition}</legend>
          {known?.dispositions.map(({ name, label, sentence }) => (
            <label key={name}>
              <input
                type="radio"
                name="disposition"
                value={name}
                checked={name === disposition}
                onChange={() => {
                  setDraft({ ...draft, disposition: name, reasons: [] })
                  setProblem('')
                }}
              />
              <span>
                {label} <small>{sentence}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {groups.map((group) => (
          <fieldset key={group.name}>
            <legend>{group.label}</legend>
            {group.reasons.map(({ name, label }) => {
              const taken = reasons.find(({ reason }) => reason === name)
              return (
                <span key={name} className="reason">
                  <label>
                    <input
                      type="checkbox"
                      checked={taken !== undefined}
                      onChange={(event) => {
                        const others = reasons.filter(({ reason }) => reason !== name)
                        const timing = group.asksTiming ? timings[0]?.name : undefined
                        setReasons(
                          event.target.checked
                            ? [...others, { reason: name, ...(timing ? { timing } : {}) }]
                            : others,
                        )
                      }}
                    />
                    {label}
                  </label>
                  {taken && group.asksTiming ? (
                    <select
                      className="field"
                      aria-label={`${said.timing}: ${label}`}
                      value={taken.timing}
                      onChange={(event) =>
                        setReasons(
                          reasons.map((one) =>
                            one === taken ? { ...one, timing: event.target.value } : one,
                          ),
                        )
                      }
                    >
                      {timings.map((timing) => (
                        <option key={timing.name} value={timing.name}>
                          {timing.label}
                        </option>
                      ))}
                    </select>
                  ) : null}
                </span>
              )
            })}
          </fieldset>
        ))}
        {chosen?.sendsBack ? (
          <>
            <label htmlFor={ids.instructions}>{said.instructions}</label>
            <textarea
              id={ids.instructions}
              className="field"
              rows={3}
              value={instructions}
              onChange={(event) => setDraft({ ...draft, instructions: event.target.value })}
            />
          </>
        ) : null}
        <label htmlFor={ids.note}>{said.note}</label>
        <textarea
          id={ids.note}
          className="field"
          rows={3}
          value={note}
          onChange={(event) => setDraft({ ...draft, note: event.target.value })}
        />
        <InTheirPlace
          issues={issues}
          issue={issue}
          action="decide"
          value={override}
          onChange={(next) => {
            setDraft({ ...draft, override: next })
            setProblem('')
          }}
        />
        <p id={ids.problem} className="problem" role="alert">
          {problem}
        </p>
        <div className="actions">
          {issue.decision ? (
            <Button disabled={isBusy || !offer} onClick={() => void settle(undefined)}>
              {said.undecide}
            </Button>
          ) : null}
          <Button kind="solid" type="submit" disabled={isBusy || !chosen || !offer}>
            {said.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
