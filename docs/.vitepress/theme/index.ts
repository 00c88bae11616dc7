import { withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import Demo from './LiveDemo.vue';
import PageList from './PageList.vue';
import Playground from './PlaygroundPage.vue';
import './style.css';

/** What stands below every page. */
const footer = () =>
  h('footer', { class: 'site-footer' }, [
    h('a', { href: withBase('/guide/changelog.html') }, 'Changelog'),
    h('a', { href: withBase('/decisions/') }, 'Decisions'),
    h('span', 'MIT licence'),
  ]);

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-before': () => h('div', { class: 'home-demo' }, h(Demo, { name: 'home' })),
      'home-features-after': footer,
      'doc-after': footer,
    }),
  enhanceApp({ app }: { app: { component(name: string, component: unknown): void } }) {
    app.component('Demo', Demo);
    app.component('PageList', PageList);
    app.component('Playground', Playground);
  },
};
