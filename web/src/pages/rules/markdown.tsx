import type { ComponentChildren, JSX } from 'preact';
import { spoken } from '../../core/words.ts';
import { type Block, type Inline, plain, rulingOf } from './markdown.ts';

interface MarkdownProps {
  blocks: readonly Block[];
  /** renders the number of a ruling, for example as a link; left out: it stays text */
  ruling?: (number: string) => JSX.Element;
}

/** matches the name of an option, value or field, which is shown as separate words: `maxRounds` as “max rounds” */
const NAME = /^[a-z]+([A-Z][a-z]+)*$/;
const RULING = /\b(R\d+)\b/;
/** The headings of the text begin one level below those of the page. */
const HEADINGS = ['h2', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

export function Markdown({ blocks, ruling }: MarkdownProps) {
  return (
    <>
      {blocks.map((block, i) => (
        <BlockOf key={i} block={block} ruling={ruling} />
      ))}
    </>
  );
}

type Ruling = MarkdownProps['ruling'];

function BlockOf({ block, ruling }: { block: Block; ruling: Ruling }) {
  switch (block.is) {
    case 'heading': {
      const Heading = HEADINGS[block.level - 1] ?? 'h6';
      return <Heading id={anchorOf(plain(block.inner))}>{inlines(block.inner, ruling)}</Heading>;
    }
    case 'paragraph':
      return <p>{inlines(block.inner, ruling)}</p>;
    case 'list':
      return <List block={block} ruling={ruling} />;
    case 'table':
      return <Table block={block} ruling={ruling} />;
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    default:
      return block satisfies never;
  }
}

function List({ block, ruling }: { block: Block & { is: 'list' }; ruling: Ruling }) {
  const Kind = block.ordered ? 'ol' : 'ul';
  return (
    <Kind>
      {block.items.map((item, i) => {
        const [first, ...rest] = item;
        const number = rulingOf(item);
        return (
          <li key={i} id={number === null ? undefined : anchorOf(number)}>
            {first?.is === 'paragraph' && <Sentences inner={first.inner} isRuling={number !== null} ruling={ruling} />}
            <Markdown blocks={first?.is === 'paragraph' ? rest : item} {...(ruling && { ruling })} />
          </li>
        );
      })}
    </Kind>
  );
}

function Sentences({ inner, isRuling, ruling }: { inner: readonly Inline[]; isRuling: boolean; ruling: Ruling }) {
  const own = isRuling ? 1 : 0;
  return (
    <>
      {inlines(inner.slice(0, own), undefined)}
      {inlines(inner.slice(own), ruling)}
    </>
  );
}

function Table({ block, ruling }: { block: Block & { is: 'table' }; ruling: Ruling }) {
  const names = block.head.map(plain);
  return (
    <table>
      <thead>
        <tr>
          {block.head.map((cell, i) => (
            <th key={i} scope="col">
              {inlines(cell, ruling)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, y) => (
          <tr key={y}>
            {row.map((cell, x) => (
              <td key={x} data-of={names[x]}>
                {inlines(cell, ruling)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inlines(inner: readonly Inline[], ruling: Ruling): ComponentChildren {
  return inner.map((each) => {
    switch (each.is) {
      case 'text':
        return ruling === undefined ? each.text : withRulings(each.text, ruling);
      case 'code':
        return NAME.test(each.text) ? <em>{spoken(each.text)}</em> : <code>{each.text}</code>;
      case 'strong':
        return <strong>{inlines(each.inner, ruling)}</strong>;
      case 'em':
        return <em>{inlines(each.inner, ruling)}</em>;
      case 'link':
        return (
          <a href={each.href} rel="noreferrer">
            {inlines(each.inner, undefined)}
          </a>
        );
      default:
        return each satisfies never;
    }
  });
}

function withRulings(text: string, ruling: (number: string) => JSX.Element): ComponentChildren {
  return text.split(RULING).map((part, i) => (i % 2 === 1 ? ruling(part) : part));
}

/** Returns the element id of a heading. Links scroll to it by script, because the router uses the fragment. */
export function anchorOf(title: string): string {
  return `at-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}
