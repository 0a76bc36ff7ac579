import type { QueuedTask } from '@portico/sdk'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { keys } from '../data/keys.ts'
import { usePreferences } from '../data/preferences.ts'
import { useProfile } from '../data/profile.ts'
import { portico, useMay } from '../data/session.ts'
import { queuesQuery, tasksQuery } from '../data/work.ts'
import { type WorkSearch, workSearch } from '../frame/search-params.ts'
import { useTitle } from '../frame/title.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { ExportList } from '../ui/export-list.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { State } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/work.ts'
import { BulkAssign } from './bulk-assign.tsx'
import { knownQuery, namesWords } from './known-query.ts'
import { useLastVisit } from './last-visit.ts'
import { Peek } from './peek.tsx'
import { SaveView } from './save-view.tsx'
import { taskCells, taskColumns, taskHead } from './task-columns.tsx'
import { ViewList } from './view-list.tsx'
import { isOfClosed, queryOf } from './view-query.ts'
import { isFiltered, type View, viewsOf } from './views.ts'
import '../ui/facts.css'
import './work.css'

export function Work() {
  useTitle(words.screen)
  return useMay('readTasks') ? <Queues /> : <State title={words.noWork.title}>{words.noWork.text}</State>
}

function Queues() {
  const queues = useQuery(queuesQuery)
  const mayWork = useMay('workTasks')
  return <Answer query={queues}>{(known) => <Desk views={viewsOf(known, mayWork)} />}</Answer>
}

/** My tasks in the order in which I should do them, and the queues of my teams. */
function Desk({ views }: { views: readonly View[] }) {
  const search = useSearch({ from: '/frame/' })
  const navigate = useNavigate()
  const profile = useProfile()
  const { hasSeenTour } = usePreferences()
  const view = views.find(({ id }) => id === (search.view ?? 'mine')) ?? (views[0] as View)
  const asked = queryOf(view, search)
  const query = profile ? knownQuery(asked, profile) : asked
  const found = useInfiniteQuery({
    ...tasksQuery(query),
    placeholderData: keepPreviousData,
    enabled: profile !== undefined || !namesWords(asked),
  })
  const tasks = useMemo(() => found.data?.pages.flatMap((page) => page.tasks) ?? [], [found.data])
  const count = found.data?.pages[0]?.count
  const current = tasks.find(({ id }) => id === search.task) ?? tasks[0]
  const [selected, setSelected] = useState<ReadonlyMap<string, QueuedTask>>(new Map())
  const mayExport = useMay('exportCase')
  const mayWork = useMay('workTasks')
  const [dialog, setDialog] = useState<'save' | 'assign'>()

  const change = (changes: Partial<WorkSearch>) =>
    void navigate({ to: '/', search: (before) => workSearch({ ...before, ...changes }), replace: true })
  const show = (task: QueuedTask | undefined) => task && change({ task: task.id })
  const step = (by: number) => show(tasks[Math.max(0, tasks.findIndex(({ id }) => id === current?.id) + by)])
  const read = (task = current) =>
    task && void navigate({ to: '/cases/$caseId/read', params: { caseId: task.caseId } })
  const select = (task: QueuedTask | undefined) => {
    if (!task?.may.includes('assign')) return
    const next = new Map(selected)
    if (!next.delete(task.id)) next.set(task.id, task)
    setSelected(next)
  }

  const source =
    view.group === 'mine' ? views.find(({ group, count }) => group === 'teams' && count?.tasks) : view
  const getNext = useCommand({
    run: () => portico().queues.next(source?.queueId ?? 'mine'),
    renews: (_, task) => (task ? [keys.tasks, keys.queues] : []),
    done: (task) => (task ? words.got(task.label, task.caseName) : words.nothingToGet),
    onRenewed: (task) => task && void navigate({ to: '/', search: { task: task.id } }),
    hasForm: false,
  })
  const takeNext = () => getNext.send()

  useShortcuts(words.screen, [
    { keys: ['j'], name: words.keys.next, run: () => step(1), repeats: true },
    { keys: ['k'], name: words.keys.previous, run: () => step(-1), repeats: true },
    { keys: ['Enter', 'o'], name: words.keys.open, run: () => read() },
    {
      keys: ['c'],
      name: words.keys.openCase,
      run: () => current && void navigate({ to: '/cases/$caseId', params: { caseId: current.caseId } }),
    },
    ...(mayWork ? [{ keys: ['n'], name: words.keys.getNext, run: takeNext }] : []),
    { keys: ['x'], name: words.keys.select, run: () => select(current) },
    { keys: ['a'], name: words.keys.assign, run: () => selected.size > 0 && setDialog('assign') },
  ])

  const isClosed = isOfClosed(query)
  const columns = taskColumns({
    profile,
    search,
    change,
    selected: new Set(selected.keys()),
    select,
    newSince: useLastVisit(),
    isShared: view.group !== 'mine',
    isClosed,
    canAssign: tasks.some(({ may }) => may.includes('assign')),
  })
  const overdue = tasks.filter(({ isOverdue }) => isOverdue).length

  return (
    <div className="work-screen">
      <header className="screen-head">
        <h1>{view.name}</h1>
        <span className="soft" role="status">
          {count ? words.summary(lists.count(count.tasks, count.isExact), overdue) : ''}
        </span>
        <span className="right">
          {hasSeenTour ? null : <Link to="/welcome">{words.tour}</Link>}
          {isFiltered(search) ? (
            <>
              <Button
                kind="plain"
                onClick={() =>
                  void navigate({ to: '/', search: view.id === 'mine' ? {} : { view: view.id } })
                }
              >
                {lists.clearFilters}
              </Button>
              <Button onClick={() => setDialog('save')}>{lists.saveView}</Button>
            </>
          ) : null}
          {mayExport && tasks.length > 0 ? (
            <ExportList<QueuedTask>
              name={words.file}
              head={taskHead()}
              rows={(signal) => portico().tasks.find(query, { limit: 200, signal })}
              cells={taskCells(profile)}
            />
          ) : null}
          {mayWork ? (
            <Button
              kind="solid"
              shortcut="n"
              aria-disabled={getNext.isPending}
              onClick={({ detail }) => detail < 2 && takeNext()}
            >
              {words.getNext}
            </Button>
          ) : null}
        </span>
      </header>
      <div className="work-body">
        <ViewList views={views} current={view.id} />
        <section className="tasks-pane" aria-label={words.tasks}>
          {selected.size > 0 ? (
            <div className="selection-bar">
              <span>{words.selected(selected.size)}</span>
              <Button kind="solid" shortcut="a" onClick={() => setDialog('assign')}>
                {words.assignTo}
              </Button>
              <Button kind="plain" onClick={() => setSelected(new Map())}>
                {words.clearSelection}
              </Button>
            </div>
          ) : null}
          <Answer query={found}>
            {() =>
              tasks.length === 0 && !isFiltered(search) ? (
                <State
                  title={words.empty.title}
                  actions={
                    view.id === 'mine' && source ? (
                      <Link className="button" to="/" search={{ view: source.id }}>
                        {words.empty.inQueue(source.name, source.count?.tasks ?? 0)}
                      </Link>
                    ) : null
                  }
                >
                  {words.empty.text}
                </State>
              ) : (
                <DataTable
                  label={view.name}
                  columns={columns}
                  rows={tasks}
                  idOf={({ id }) => id}
                  currentId={current?.id}
                  onCurrent={show}
                  onOpen={read}
                  width={700}
                  total={count?.isExact ? count.tasks : undefined}
                  hasMore={found.hasNextPage}
                  more={() => !found.isFetchingNextPage && void found.fetchNextPage()}
                  end={
                    tasks.length === 0
                      ? words.empty.filtered
                      : found.isFetchingNextPage
                        ? lists.more
                        : undefined
                  }
                />
              )
            }
          </Answer>
        </section>
        {current ? (
          <Peek key={current.id} task={current} profile={profile} />
        ) : (
          <aside className="peek" aria-label={words.peek.label} />
        )}
      </div>
      <StatusBar
        hints={[
          { keys: ['j', 'k'], name: lists.move },
          { keys: ['Enter'], name: lists.open },
          { keys: ['x'], name: lists.select },
          { keys: ['?'], name: lists.shortcuts },
        ]}
      >
        <span>{words.order[query.sort ?? (isClosed ? 'closed' : 'priority')]}</span>
      </StatusBar>
      {dialog === 'save' ? <SaveView query={query} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'assign' ? (
        <BulkAssign
          chosen={[...selected.values()]}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            setDialog(undefined)
            setSelected(new Map())
          }}
        />
      ) : null}
    </div>
  )
}
