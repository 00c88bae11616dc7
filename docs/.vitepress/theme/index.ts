import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import HomePage from './HomePage.vue';
import Demo from './LiveDemo.vue';
import NotFoundPage from './NotFoundPage.vue';
import PageList from './PageList.vue';
import Playground from './PlaygroundPage.vue';
import SiteFooter from './SiteFooter.vue';
import 'katex/dist/katex.min.css';
import './code.css';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'doc-after': () => h(SiteFooter),
      'not-found': () => h(NotFoundPage),
    }),
  enhanceApp({ app }: { app: { component(name: string, component: unknown): void } }) {
    app.component('Demo', Demo);
    app.component('HomePage', HomePage);
    app.component('PageList', PageList);
    app.component('Playground', Playground);
  },
};
