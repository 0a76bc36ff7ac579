import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { permissionsQuery } from '../data/case.ts'
import { useLiveCase } from '../data/live.ts'
import { labelIn, statusLabel, useProfile } from '../data/profile.ts'
import { caseDetail } from '../data/queries.ts'
import { useMay } from '../data/session.ts'
import { caseStateQuery } from '../data/work.ts'
import { useTitle } from '../frame/title.ts'
import { ToCases } from '../frame/to-cases.tsx'
import { CaseRemands } from '../remands/case-remands.tsx'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { calendarDay, dayFromToday, endOf } from '../ui/dates.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { isWithdrawn } from '../ui/staleness.ts'
import { Skeleton } from '../ui/states.tsx'
import { words } from '../words/case-page.ts'
import { words as writing } from '../words/draft-link.ts'
import { CaseAsOf } from './case-as-of.tsx'
import { CaseDecisions } from './case-decisions.tsx'
import { CaseHistory } from './case-history.tsx'
import { CaseIssues } from './case-issues.tsx'
import { CasePeople } from './case-people.tsx'
import { CaseLetters, CaseSessions, Custody, RelatedCases } from './case-records.tsx'
import { CaseTasks } from './case-tasks.tsx'
import { DraftLink, useCurrentDraft } from './draft-link.tsx'
import { fileName } from './names.ts'
import { useRememberedCase } from './remembered-case.ts'
import { ReopenCase } from './reopen-case.tsx'
import { Standing } from './standing.tsx'
import './case-page.css'
import '../ui/facts.css'

/** All of one case: where it stands and why, what is to be done, who and what it is about, what has happened. */
export function CasePage() {
  const { caseId } = useParams({ from: '/frame/cases/$caseId' })
  const { at } = useSearch({ from: '/frame/cases/$caseId' })
  const navigate = useNavigate()
  const profile = useProfile()
  const found = useQuery(caseDetail(caseId))
  const until = at ? endOf(at).toISOString() : undefined
  const state = useQuery(caseStateQuery(caseId, until))
  const permitted = useQuery(permissionsQuery(caseId)).data
  const may = permitted ?? []
  const mayReadTasks = useMay('readTasks') && (permitted === undefined || may.includes('readTasks'))
  const seesDecisions = may.includes('readDeliberations')
  const draft = useCurrentDraft(caseId, seesDecisions && !at)
  const openDraft = () =>
    draft &&
    void navigate({ to: '/cases/$caseId/write/$workProductId', params: { caseId, workProductId: draft.id } })
  useTitle(found.data && fileName(found.data.veteran))
  useLiveCase(caseId, found.data?.version)
  useRememberedCase(found.data)
  useShortcuts(words.sections, [
    {
      keys: ['r', 'Enter'],
      name: words.keys.read,
      run: () => void navigate({ to: '/cases/$caseId/read', params: { caseId } }),
    },
    ...(draft ? [{ keys: ['w'], name: words.keys.write, run: openDraft }] : []),
  ])

  return (
    <Answer query={found} wayOn={<ToCases />}>
      {({ veteran, docketNumber, caseType }) => (
        <div className="case-page">
          <header className="screen-head">
            <h1 title={fileName(veteran)}>{fileName(veteran)}</h1>
            <span className="soft number" title={docketNumber}>
              {docketNumber}
            </span>
            <span className="soft">{labelIn(profile?.caseTypes, caseType)}</span>
            {state.data ? (
              <DraftLink className="pill" caseId={caseId} draft={draft}>
                <i aria-hidden="true" />
                {statusLabel(profile, state.data.status)}
              </DraftLink>
            ) : null}
            <span className="right">
              <label className="soft">
                {words.asOf}{' '}
                <input
                  className="input"
                  type="date"
                  value={at ?? ''}
                  max={dayFromToday()}
                  onChange={({ target }) =>
                    void navigate({
                      to: '/cases/$caseId',
                      params: { caseId },
                      search: target.value ? { at: target.value } : {},
                    })
                  }
                />
              </label>
              {!at && may.includes('reopenCases') ? <ReopenCase caseId={caseId} /> : null}
              {draft ? (
                <DraftLink className="button" caseId={caseId} draft={draft}>
                  {writing.open[draft.status]} <kbd>w</kbd>
                </DraftLink>
              ) : null}
              <Link className="button solid" to="/cases/$caseId/read" params={{ caseId }}>
                {words.read} <kbd>r</kbd>
              </Link>
            </span>
          </header>
          {at ? (
            <div className="as-of" role="status">
              {words.asOfBanner(calendarDay(at))}
              <Button onClick={() => void navigate({ to: '/cases/$caseId', params: { caseId }, search: {} })}>
                {words.now}
              </Button>
            </div>
          ) : null}
          <div className="case-body">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
            <div className="case-main" role="region" aria-label={words.sections} tabIndex={0}>
              <div className="case-columns">
                {until && isWithdrawn(state.error) ? null : (
                  <Answer query={state} skeleton={<Skeleton lines={4} />}>
                    {(standing) => <Standing caseId={caseId} state={standing} profile={profile} />}
                  </Answer>
                )}
                {until ? (
                  <CaseAsOf
                    caseId={caseId}
                    until={until}
                    profile={profile}
                    seesTasks={mayReadTasks}
                    seesDecisions={seesDecisions}
                  />
                ) : (
                  <>
                    {mayReadTasks ? <CaseTasks caseId={caseId} profile={profile} /> : null}
                    <CaseIssues caseId={caseId} profile={profile} seesDecisions={seesDecisions} />
                    {seesDecisions ? <CaseDecisions caseId={caseId} /> : null}
                    {may.includes('readTasks') ? (
                      <CaseRemands caseId={caseId} profile={profile} may={may} />
                    ) : null}
                    <CasePeople caseId={caseId} profile={profile} />
                    <CaseSessions caseId={caseId} />
                    {may.includes('readTasks') ? <CaseLetters caseId={caseId} /> : null}
                    <RelatedCases caseId={caseId} />
                    <Custody
                      caseId={caseId}
                      caseType={caseType}
                      profile={profile}
                      maySeeHolds={may.includes('holdCases')}
                    />
                  </>
                )}
              </div>
            </div>
            <CaseHistory caseId={caseId} until={until} maySeeAccess={may.includes('readAccessLog')} />
          </div>
        </div>
      )}
    </Answer>
  )
}
