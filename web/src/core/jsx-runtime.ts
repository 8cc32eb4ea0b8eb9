// Preact's runtime, except that each text gets an element of its own. Browsers that translate a page replace text
// nodes, and Preact would then change nodes that are no longer in the page, or throw.
import type { Component, ComponentChildren } from 'preact';
import { jsx as create, Fragment, type JSX as PreactJsx } from 'preact/jsx-runtime';

export { Fragment };

/** Elements that contain only text. Browsers that translate a page skip these elements or replace them as a whole. */
const TEXT_ONLY: ReadonlySet<unknown> = new Set(['option', 'style', 'text', 'textarea', 'title', 'tspan']);

interface Props {
  [name: string]: unknown;
  children?: ComponentChildren;
}

/** Matches text to translate: two letters in a row. Figures such as `5`, `★★☆` and `d6` stay as they are. */
const WORD = /\p{L}{2}/u;

export function jsx(type: string, props: Props, key?: string): PreactJsx.Element {
  return create(type, withWordsApart(type, props), key);
}

export { jsx as jsxs };

function withWordsApart(type: unknown, props: Props): Props {
  // the letters in a picture of a die or card are part of the picture and must not be translated
  if (type === 'svg') return { ...props, translate: 'no' };
  const hasWords = 'children' in props && (typeof type === 'string' ? !TEXT_ONLY.has(type) : type === Fragment);
  return hasWords ? { ...props, children: withWordsWrapped(props.children) } : props;
}

/** Wraps each run of adjacent texts in one element, which takes the place of the first text. */
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

function words(text: string, place: number): ComponentChildren {
  if (text.trim() === '') return text;
  const translate = WORD.test(text) ? {} : { translate: false };
  return create('x-words', { ...translate, children: text }, `${place} ${text}`);
}

/** Preact's types, except that a component may not return plain text: nothing would put it into an element. */
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
