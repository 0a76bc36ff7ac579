import type { CaseSummary } from '@portico/sdk'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { casesQuery } from '../data/cases.ts'
import { useProfile } from '../data/profile.ts'
import { portico, useMay, useMe } from '../data/session.ts'
import { asksAnything, type CasesSearch, casesSearch } from '../frame/search-params.ts'
import { useTitle } from '../frame/title.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { ExportList } from '../ui/export-list.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { State } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { words } from '../words/cases.ts'
import { words as lists } from '../words/lists.ts'
import { cellsOf, columnsOf, headOf } from './case-columns.tsx'
import { CaseViewList } from './case-view-list.tsx'
import { filtersOf, isSameSearch, useCaseViews } from './case-views.ts'
import { knownSearch, namesWords } from './known-search.ts'
import { SaveCaseView } from './save-case-view.tsx'
import './cases.css'
import '../ui/form.css'

/** Every case that this person may see. All filters are in the address. */
export function Cases() {
  const search = useSearch({ from: '/frame/cases' })
  const navigate = useNavigate()
  const profile = useProfile()
  const field = useRef<HTMLInputElement>(null)
  const { case: currentId, ...filters } = search
  // What is done with a case, and by whom, is for those who work on cases.
  const seesWork = useMay('readTasks')
  const options = filtersOf(knownSearch(search, { profile, seesWork }))
  const query = useInfiniteQuery({
    ...casesQuery(options),
    placeholderData: keepPreviousData,
    enabled: profile !== undefined || !namesWords(search),
  })
  const [isSaving, setSaving] = useState(false)
  const cases = useMemo(() => query.data?.pages.flatMap((page) => page.cases) ?? [], [query.data])
  const current = cases.find(({ id }) => id === currentId) ?? cases[0]
  const isFiltered = asksAnything(filters)
  const count = query.data?.pages[0]?.count
  const me = useMe()
  const views = useCaseViews(me.id, seesWork)
  const isOfView = views.some((view) => isSameSearch(view.search, search))
  const mayExport = useMay('exportCase')
  useTitle(words.title)

  const change = (changes: Partial<CasesSearch>) =>
    void navigate({ to: '/cases', search: (before) => casesSearch({ ...before, ...changes }), replace: true })
  const show = (one: CaseSummary | undefined) => one && change({ case: one.id })
  const step = (by: number) => show(cases[Math.max(0, cases.findIndex(({ id }) => id === current?.id) + by)])
  const open = (one = current) => one && void navigate({ to: '/cases/$caseId', params: { caseId: one.id } })

  const columns = columnsOf({
    profile,
    search,
    change,
    seesWork,
    isSensitive: cases.some(({ sensitivity }) => sensitivity),
  })

  useShortcuts(words.title, [
    { keys: ['j'], name: words.keys.next, run: () => step(1), repeats: true },
    { keys: ['k'], name: words.keys.previous, run: () => step(-1), repeats: true },
    { keys: ['Enter', 'o'], name: words.keys.open, run: () => open() },
    {
      keys: ['r'],
      name: words.keys.read,
      run: () => current && void navigate({ to: '/cases/$caseId/read', params: { caseId: current.id } }),
    },
    { keys: ['f', '/'], name: words.keys.find, run: () => field.current?.focus() },
  ])

  return (
    <div className="cases-screen">
      <header className="screen-head">
        <h1>{words.title}</h1>
        <span className="soft" role="status">
          {count ? words.count(count.cases, count.isExact) : ''}
        </span>
        <span className="right">
          {isFiltered ? (
            <Button kind="plain" onClick={() => void navigate({ to: '/cases', search: {} })}>
              {lists.clearFilters}
            </Button>
          ) : null}
          {isFiltered && !isOfView ? <Button onClick={() => setSaving(true)}>{lists.saveView}</Button> : null}
          {mayExport && cases.length > 0 ? (
            <ExportList<CaseSummary>
              name={words.file}
              head={headOf()}
              rows={(signal) => portico().cases.list({ ...options, limit: 500, signal })}
              cells={cellsOf(profile)}
            />
          ) : null}
          <input
            ref={field}
            className="input find"
            type="search"
            aria-label={words.find}
            placeholder={words.find}
            defaultValue={search.text ?? ''}
            onChange={({ target }) => change({ text: target.value || undefined })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur()
              if (event.key === 'Enter') open()
            }}
          />
        </span>
      </header>
      <div className="cases-body">
        <CaseViewList views={views} search={search} />
        <section className="cases-pane" aria-label={words.title}>
          <Answer query={query}>
            {() =>
              cases.length === 0 && !isFiltered ? (
                <State title={words.empty.title}>{words.empty.text}</State>
              ) : (
                <DataTable
                  label={words.title}
                  columns={columns}
                  rows={cases}
                  idOf={({ id }) => id}
                  currentId={current?.id}
                  onCurrent={show}
                  onOpen={open}
                  rowHeight={34}
                  width={900}
                  total={count?.isExact ? count.cases : undefined}
                  hasMore={query.hasNextPage}
                  more={() => !query.isFetchingNextPage && void query.fetchNextPage()}
                  end={
                    cases.length === 0
                      ? words.empty.filtered
                      : query.isFetchingNextPage
                        ? lists.more
                        : undefined
                  }
                />
              )
            }
          </Answer>
        </section>
      </div>
      <StatusBar
        hints={[
          { keys: ['j', 'k'], name: lists.move },
          { keys: ['Enter'], name: lists.open },
          { keys: ['?'], name: lists.shortcuts },
        ]}
      >
        <span>{words.order[search.sort ?? 'uploaded']}</span>
      </StatusBar>
      {isSaving ? <SaveCaseView search={search} onClose={() => setSaving(false)} /> : null}
    </div>
  )
}
