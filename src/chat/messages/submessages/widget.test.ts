import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widgetOf } from './widget.ts';

test('the texts that are widgets, and what is in them', () => {
  const poll = (question: string, ...options: string[]) => ({ widget_type: 'poll', extra_data: { question, options } });
  const todo = (task_list_title: string, ...tasks: [string, string][]) => ({
    widget_type: 'todo',
    extra_data: { task_list_title, tasks: tasks.map(([task, desc]) => ({ task, desc })) },
  });
  for (const [content, widget] of [
    ['/poll', poll('')],
    ['/poll Which gate?', poll('Which gate?')],
    ['/poll  Which gate? \n- north\n* south\n\n  east', poll('Which gate?', 'north', 'south', 'east')],
    ['/poll\nnorth', poll('', 'north')],
    ['/todo', todo('')],
    ['/todo Today\nload: two: three\n- drive', todo('Today', ['load', 'two: three'], ['drive', ''])],
    [
      '/todo\nleave at 10:30: on time\ncall 8:15\nwash:',
      todo('', ['leave at 10:30', 'on time'], ['call 8:15', ''], ['wash', '']),
    ],
    ['/polls', undefined],
    [' /poll x', undefined],
    ['a\n/poll x', undefined],
    ['/me polls', undefined],
  ] as const)
    assert.deepEqual(widgetOf(content), widget, content);
});
