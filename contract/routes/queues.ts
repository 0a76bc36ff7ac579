import Type from 'typebox'
import * as distribution from '../distribution.ts'
import * as queues from '../queues.ts'
import { done, json, type Route } from '../route.ts'

const ofQueue = Type.Object({
  id: Type.String({ description: '`mine`, `team:<name>`, or the id of a saved queue', examples: ['mine'] }),
})
const ofReassignment = Type.Object({ id: Type.String({ description: 'The reassignment' }) })
const ofRun = Type.Object({ id: Type.String({ description: 'The run' }) })

const asked = [400, 401, 403] as const
const found = [400, 401, 403, 404] as const
const written = [400, 401, 403, 404, 409, 413, 415, 422] as const

export const queueRoutes = {
  findTasks: {
    method: 'GET',
    path: '/tasks',
    tag: 'Work',
    summary: 'Tasks of all cases: whose they are, of which type, in which state, in the order you ask for',
    description:
      'Of the cases that you may see. Open tasks, unless `statuses` names closed ones; by `priority` unless you say otherwise.',
    query: queues.TasksQuery,
    answers: { 200: json('A page of tasks', queues.TaskPage) },
    errors: asked,
  },
  listQueues: {
    method: 'GET',
    path: '/queues',
    tag: 'Work',
    summary: 'Your queues and those of your teams, with how many tasks are in each',
    answers: { 200: json('The queues', queues.QueueList) },
    errors: [401, 403],
  },
  saveQueue: {
    method: 'POST',
    path: '/queues',
    tag: 'Work',
    summary: 'Keep a question about tasks as a queue, for yourself or for a team of yours',
    body: queues.NewQueue,
    answers: { 201: json('The queue', queues.QueueAnswer) },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  getQueue: {
    method: 'GET',
    path: '/queues/{id}',
    tag: 'Work',
    summary: 'One queue: its name and its question',
    params: ofQueue,
    answers: { 200: json('The queue', queues.QueueAnswer) },
    errors: [401, 403, 404],
  },
  changeQueue: {
    method: 'PUT',
    path: '/queues/{id}',
    tag: 'Work',
    summary: 'Give a saved queue another name and question',
    params: ofQueue,
    body: queues.QueueChange,
    answers: { 200: json('The queue as it is now', queues.QueueAnswer) },
    errors: written,
  },
  removeQueue: {
    method: 'DELETE',
    path: '/queues/{id}',
    tag: 'Work',
    summary: 'Remove a saved queue; its tasks stay as they are',
    params: ofQueue,
    answers: { 204: done },
    errors: [401, 403, 404, 422],
  },
  listQueueTasks: {
    method: 'GET',
    path: '/queues/{id}/tasks',
    tag: 'Work',
    summary: 'The tasks in a queue, as of now',
    params: ofQueue,
    query: queues.QueuePageQuery,
    answers: { 200: json('A page of tasks', queues.TaskPage) },
    errors: found,
  },
  takeNextTask: {
    method: 'POST',
    path: '/queues/{id}/next',
    tag: 'Work',
    summary: 'Take the first task of a queue that waits for a team of yours',
    description:
      'It is assigned to you. Of several who ask at once each gets another task. Null where nothing waits.',
    params: ofQueue,
    answers: { 200: json('The task, now yours', queues.NextTask) },
    errors: [401, 403, 404, 409, 422],
  },
  startReassignment: {
    method: 'POST',
    path: '/reassignments',
    tag: 'Work',
    summary: 'Move many tasks to somebody else',
    description:
      'Either the tasks that you name, or all that a question finds now. Each is moved by the rules that hold for one alone, in the background; what may not be moved is told with the reason.',
    body: queues.NewReassignment,
    answers: { 202: json('Written down; the tasks are on their way', queues.ReassignmentAnswer) },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  getReassignment: {
    method: 'GET',
    path: '/reassignments/{id}',
    tag: 'Work',
    summary: 'How far a reassignment has come',
    params: ofReassignment,
    answers: { 200: json('The reassignment', queues.ReassignmentAnswer) },
    errors: [401, 403, 404],
  },
  listRanking: {
    method: 'GET',
    path: '/distribution/ranking',
    tag: 'Work',
    summary: 'The national list of cases that are ready, each with the reason of its rank',
    query: distribution.RankingQuery,
    answers: { 200: json('A page of the list', distribution.Ranking) },
    errors: asked,
  },
  askForCases: {
    method: 'POST',
    path: '/distribution/runs',
    tag: 'Work',
    summary: 'Ask for cases: they are given by the levers in force',
    description:
      'A batch for yourself; or for somebody else, where your roles allow it. Refused while too many are waiting.',
    body: distribution.NewRun,
    answers: { 201: json('The run: what was given, and why', distribution.RunDetail) },
    errors: [400, 401, 403, 409, 413, 415, 422],
  },
  listRuns: {
    method: 'GET',
    path: '/distribution/runs',
    tag: 'Work',
    summary: 'Runs of distribution, the last one first',
    query: distribution.RunsQuery,
    answers: { 200: json('A page of runs', distribution.RunList) },
    errors: asked,
  },
  getRun: {
    method: 'GET',
    path: '/distribution/runs/{id}',
    tag: 'Work',
    summary: 'One run: who got what and why, and the levers in force',
    params: ofRun,
    answers: { 200: json('The run', distribution.RunDetail) },
    errors: [401, 403, 404],
  },
  simulateLevers: {
    method: 'POST',
    path: '/distribution/simulation',
    tag: 'Work',
    summary: 'What other levers would do, if everyone who may asked once; nothing is changed',
    body: distribution.LeverChange,
    answers: { 200: json('Both outcomes, and the cases that would go elsewhere', distribution.Simulation) },
    errors: [400, 401, 403, 413, 415],
  },
} as const satisfies Record<string, Route>
