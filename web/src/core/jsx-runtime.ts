// Makes all elements of the pages: Preact's own runtime, except that text gets an element of its own, keyed by that text.
// A browser that translates a page replaces each text node. Preact would go on changing the node that is gone, out of sight, and
// would place others before it, which throws. So words that change are a new element, and no text node has an element beside it.
import type { Component, ComponentChildren } from 'preact';
import { jsx as create, Fragment, type JSX as PreactJsx } from 'preact/jsx-runtime';

export { Fragment };

/** Elements that take no others: a translator leaves them alone, or only ever changes them as a whole. */
const TEXT_ONLY: ReadonlySet<unknown> = new Set(['option', 'style', 'text', 'textarea', 'title', 'tspan']);

interface Props {
  [name: string]: unknown;
  children?: ComponentChildren;
}

/** Two letters in a row: figures such as `5`, `★★☆` and `d6` are the same in every language. */
const WORD = /\p{L}{2}/u;

export function jsx(type: string, props: Props, key?: string): PreactJsx.Element {
  return create(type, withWordsApart(type, props), key);
}

export { jsx as jsxs };

function withWordsApart(type: unknown, props: Props): Props {
  // a picture of a die or a card: its letters stand for the piece
  if (type === 'svg') return { ...props, translate: 'no' };
  const hasWords = 'children' in props && (typeof type === 'string' ? !TEXT_ONLY.has(type) : type === Fragment);
  return hasWords ? { ...props, children: withWordsWrapped(props.children) } : props;
}

/** Each run of text becomes one element in the place of its first part; all else keeps its place. */
function withWordsWrapped(children: ComponentChildren): ComponentChildren {
  if (!Array.isArray(children)) return isText(children) ? words(`${children}`, 0) : children;
  return children.map((child, place) => {
    if (!isText(child)) return withWordsWrapped(child);
    if (isText(children[place - 1])) return null;
    const end = children.findIndex((other, at) => at > place && !isText(other));
    return words(children.slice(place, end < 0 ? undefined : end).join(''), place);
  });
}

const isText = (child: unknown): boolean => ['string', 'number', 'bigint'].includes(typeof child);

/** White space alone is no word: it stays between elements as it is. */
function words(text: string, place: number): ComponentChildren {
  if (text.trim() === '') return text;
  const translate = WORD.test(text) ? {} : { translate: false };
  return create('x-words', { ...translate, children: text }, `${place} ${text}`);
}

/** As Preact's, but a component returns no text of its own: nothing would wrap it. */
export namespace JSX {
  export type Element = PreactJsx.Element;
  export type ElementClass = PreactJsx.ElementClass;
  export type ElementType =
    | keyof PreactJsx.IntrinsicElements
    | ((props: any) => Element | null)
    | (new (
        props: any,
      ) => Component<any, any>);
  export type ElementAttributesProperty = PreactJsx.ElementAttributesProperty;
  export type ElementChildrenAttribute = PreactJsx.ElementChildrenAttribute;
  export type IntrinsicAttributes = PreactJsx.IntrinsicAttributes;
  export type IntrinsicElements = PreactJsx.IntrinsicElements;
  export type LibraryManagedAttributes<C, P> = PreactJsx.LibraryManagedAttributes<C, P>;
}
